"""Playing on a Dask cluster: the same pieces, the same counts, on other processes and machines."""

import asyncio
import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from typing import Any

from sims.core.catalogue import games, rules_digest
from sims.core.errors import DesignerError
from sims.core.schedule import Pool

LOCAL = "local:"
PIECE_SECONDS = 1.0
"""How long a piece should take: long enough that a scheduler serves thousands of workers."""

CONNECT_SECONDS = 10.0


def versions() -> dict[str, str]:
    """What has to be the same everywhere: a digest of each game's rules, and our own release."""
    from balance.reporting import release

    return {"hackbalance": release(), **{name: rules_digest(name) for name in games()}}


@contextmanager
def connected(address: str) -> Iterator[Pool]:
    """A pool of a Dask cluster's workers; `local:N` starts N processes on this machine.

    Raises `DesignerError` if Dask is not installed, if nobody answers at the address, if it has no
    workers, or if a worker has other rules.
    """
    with _client(address) as client:
        _check_versions(client, address)
        workers = sum(client.nthreads().values())
        executor = _Watched(client.get_executor(pure=False), client, address)
        yield Pool(executor, workers, PIECE_SECONDS)


@contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        import distributed
    except ImportError:
        raise DesignerError(
            "--cluster needs Dask, which is not installed: install hackbalance[cluster], or leave "
            "--cluster out"
        ) from None
    # What goes wrong is said in our words; Dask's own would come from threads, as tracebacks.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    if address.startswith(LOCAL):
        with distributed.LocalCluster(
            n_workers=_number(address), threads_per_worker=1, processes=True,
            dashboard_address=None, silence_logs=logging.CRITICAL,
        ) as cluster, distributed.Client(cluster) as client:  # fmt: skip
            yield client
        return
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError, asyncio.CancelledError) as problem:
        raise DesignerError(
            f"--cluster {address}: no Dask scheduler answers there ({type(problem).__name__}); "
            "start one with `dask scheduler`, write its address as tcp://HOST:PORT, or use local:N"
        ) from None
    with client:
        yield client


def _number(address: str) -> int:
    text = address.removeprefix(LOCAL)
    if not text.isdecimal() or not 1 <= int(text) <= 1024:
        raise DesignerError(f"--cluster {address}: local:N needs a number of processes, 1 to 1024")
    return int(text)


def _check_versions(client: Any, address: str) -> None:
    """Refuse workers that would play by other rules, by name."""
    ours = versions()
    told = client.run(versions, on_error="return")
    if not told:
        raise DesignerError(
            f"--cluster {address}: the scheduler has no workers; start some with "
            f"`dask worker {address}`"
        )
    for worker, theirs in told.items():
        info = client.scheduler_info()["workers"].get(worker, {})
        name = f"worker {info.get('name', worker)} ({worker})"
        if isinstance(theirs, BaseException):
            raise DesignerError(
                f"--cluster {address}: {name} cannot play: {theirs}; install this program there"
            )
        other = [key for key, value in ours.items() if theirs.get(key) != value]
        if other:
            raise DesignerError(
                f"--cluster {address}: {name} has another version of {', '.join(other)}; install "
                f"the same one everywhere (here hackbalance {ours['hackbalance']}, there "
                f"{theirs.get('hackbalance', 'none')})"
            )


class _Watched(Executor):
    """A client's executor whose pieces check the rules where they are played."""

    def __init__(self, executor: Executor, client: Any, address: str) -> None:
        self._executor = executor
        self._client = client
        self._address = address
        self._versions = versions()

    def submit(self, function: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        """Have a piece played; its future fails with a `DesignerError` if the scheduler is gone."""
        mine: Future[Any] = Future()
        mine.set_running_or_notify_cancel()
        try:
            theirs = self._executor.submit(_checked, self._versions, function, *arguments)
        except Exception:
            mine.set_exception(self._gone())
            return mine
        theirs.add_done_callback(lambda done: self._hand_over(done, mine))
        return mine

    def _hand_over(self, done: Future[Any], mine: Future[Any]) -> None:
        try:
            mine.set_result(done.result())
        except (CancelledError, asyncio.CancelledError, OSError):
            mine.set_exception(self._gone())
        except BaseException as problem:
            mine.set_exception(self._explained(problem))

    def _explained(self, problem: BaseException) -> BaseException:
        """In our words, what Dask itself complains of."""
        if type(problem).__name__ not in ("KilledWorker", "FutureCancelledError"):
            return problem
        if self._client.status != "running":
            return self._gone()
        return DesignerError(
            f"--cluster {self._address}: workers died again and again while they played the same "
            f"piece ({problem}); is there enough memory?"
        )

    def _gone(self) -> DesignerError:
        return DesignerError(
            f"--cluster {self._address}: the scheduler went away; with a ledger, the same command "
            "goes on from what was finished"
        )


def _checked(expected: dict[str, str], function: Any, *arguments: Any) -> Any:
    """Play a piece where it was sent to; a worker that joined later is checked here."""
    here = versions()
    other = [key for key, value in expected.items() if here.get(key) != value]
    if other:
        import socket

        raise DesignerError(
            f"--cluster: a worker on {socket.gethostname()} has another version of "
            f"{', '.join(other)}; install the same one everywhere"
        )
    return function(*arguments)

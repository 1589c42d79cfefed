"""Noise taken off paths: against statsmodels, at the limits, and on noise alone."""

import numpy as np
import pytest
from statsmodels.tsa.statespace.mlemodel import MLEModel

from balance.stats import smooth, step_share


class LocalLevel(MLEModel):
    """A random walk seen with noise whose variance changes, with nothing known at first."""

    def __init__(self, path, noise, step):
        super().__init__(path, k_states=1)
        self["design", 0, 0] = self["transition", 0, 0] = self["selection", 0, 0] = 1
        self["state_cov", 0, 0] = step
        self.ssm.obs_cov = np.asarray(noise)[None, None, :]
        self.ssm.initialize_approximate_diffuse(1e9)


@pytest.mark.parametrize("step", [0.0, 0.002, 0.5])
def test_it_is_the_smoother_of_statsmodels(step):
    rng = np.random.default_rng(1)
    paths = rng.random((3, 12))
    noise = rng.uniform(0.01, 0.2, (3, 12))
    for path, errors, found in zip(paths, noise, smooth(paths, noise, step), strict=True):
        model = LocalLevel(path, errors, step)
        expected = model.ssm.smooth().smoothed_state[0]
        assert found == pytest.approx(expected, abs=1e-6)


def test_without_steps_it_is_the_mean_weighted_by_precision():
    paths, noise = np.array([[0.2, 0.8, 0.5]]), np.array([[1.0, 2.0, 4.0]])
    mean = (0.2 + 0.8 / 2 + 0.5 / 4) / (1 + 1 / 2 + 1 / 4)
    assert smooth(paths, noise, 0.0) == pytest.approx(np.full((1, 3), mean))


def test_without_noise_it_is_the_path():
    paths = np.array([[0.2, 0.8, 0.5]])
    assert smooth(paths, np.zeros((1, 3)), 0.1) == pytest.approx(paths)


def test_a_shorter_path_is_smoothed_as_if_alone():
    whole = np.array([[0.1, 0.6, 0.3], [0.5, 0.2, 0.4]])
    noise = np.full((2, 3), 0.1)
    ended = whole.copy()
    ended[0, 2] = np.nan
    found = smooth(ended, noise, 0.05)
    assert found[0, :2] == pytest.approx(smooth(whole[:1, :2], noise[:1, :2], 0.05)[0])
    assert np.isnan(found[0, 2])
    assert found[1] == pytest.approx(smooth(whole, noise, 0.05)[1])


def test_rates_that_summed_to_one_still_do():
    rng = np.random.default_rng(2)
    rates = rng.dirichlet([1, 1, 1], 10).T
    assert smooth(rates, np.full((3, 10), 1.0), 0.3).sum(axis=0) == pytest.approx(np.ones(10))


def test_the_steps_of_a_known_walk_are_found():
    """Wright-Fisher steps of 20 copies: c = 1/20, whatever the playouts' noise.

    2,000 walks of 8 steps; the estimate's standard error over repetitions is 0.0006.
    """
    rng = np.random.default_rng(3)
    true = [np.full(2000, 0.5)]
    for _ in range(8):
        true.append(rng.binomial(20, true[-1]) / 20)
    trials = 40
    rates = rng.binomial(trials, np.array(true).T) / trials
    assert step_share(rates, np.full(rates.shape, trials)) == pytest.approx(1 / 20, abs=0.003)


def test_noise_alone_has_no_steps():
    """Of constant chances the estimate is 0 or next to it: below 0.1 of the noise."""
    rng = np.random.default_rng(4)
    rates = rng.binomial(30, 0.3, (400, 10)) / 30
    assert step_share(rates, np.full(rates.shape, 30.0)) < 0.1 / 30


def test_what_is_always_certain_has_no_steps():
    assert step_share(np.ones((3, 4)), np.full((3, 4), 10.0)) == 0

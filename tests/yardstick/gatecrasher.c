/* Gate Crasher among random players: a yardstick for speed, and a check of win rates that shares no code with the project.
 * Written from the rules page alone; default rulings, deck `assumed`, every hacker `baseline`.
 *
 *     cc -O3 -march=native -o gatecrasher gatecrasher.c
 *     ./gatecrasher PLAYERS GAMES SEED [MAX_ROUNDS]        (default 200)
 *
 * At every decision the complete list of options is written to g->opt, and one entry of it is chosen uniformly.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BOLSTER, MINE, LOSS, EXTRACT, KINDS };
enum { CARDS = 36, SEATS = 6, HAND = 5, LEVELS = 3, LEFTOVER = 3, OVERCLOCK = 3 };
static const uint8_t COPIES[KINDS] = { 12, 6, 12, 6 };

typedef struct {
    int hand[SEATS][KINDS], size[SEATS], firewall[SEATS], level[SEATS];
    unsigned living;                         /* a set of seats */
    uint8_t pile[CARDS];
    int top;                                 /* the pile is pile[top..CARDS) */
    uint64_t rng[4];
    uint64_t decisions, choices, options, turns;
    uint16_t opt[16];
} Game;

#define INLINE static inline __attribute__((always_inline))

/* ---- chance: xoshiro256++, seeded by splitmix64; bounded draws by Lemire's method ---- */
INLINE uint64_t rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }

INLINE uint64_t next64(Game *g) {
    uint64_t *s = g->rng, r = rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t; s[3] = rotl(s[3], 45);
    return r;
}

static void seed(Game *g, uint64_t x) {
    for (int i = 0; i < 4; i++) {
        uint64_t z = x += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        g->rng[i] = z ^ z >> 31;
    }
}

INLINE uint32_t below(Game *g, uint32_t n) { /* uniform on 0..n-1 */
    uint64_t m = (next64(g) >> 32) * n;
    if (__builtin_expect((uint32_t)m < n, 0)) {
        uint32_t floor = -n % n;
        while ((uint32_t)m < floor) m = (next64(g) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

INLINE int two_dice(Game *g) { return 2 + (int)below(g, 6) + (int)below(g, 6); }

INLINE int choose(Game *g, int n) {          /* one of the n options in g->opt */
    g->decisions++;
    g->options += (uint64_t)n;
    if (n < 2) return g->opt[0];
    g->choices++;
    return g->opt[below(g, (uint32_t)n)];
}

INLINE int after(int h, int n) { return h + 1 == n ? 0 : h + 1; }
INLINE int next_living(const Game *g, int h, int n) {
    do h = after(h, n); while (!(g->living >> h & 1));
    return h;
}
INLINE int clamp(int f) { return f < 0 ? 0 : f > 99 ? 99 : f; }
INLINE int one_of(Game *g, unsigned set) {   /* uniformly */
    int count = __builtin_popcount(set), k = count > 1 ? (int)below(g, (uint32_t)count) : 0;
    while (k--) set &= set - 1;
    return __builtin_ctz(set);
}

/* ---- a protocol ---- */
enum { PASS = 0xffff };
#define OPT(kind, seat) ((uint16_t)((kind) | (seat) << 4))

INLINE int list_execute(Game *g, int p, int n) {
    const int *hand = g->hand[p];
    int k = 0;
    g->opt[k++] = PASS;
    g->opt[k] = OPT(BOLSTER, p), k += hand[BOLSTER] > 0;
    g->opt[k] = OPT(MINE, p), k += hand[MINE] > 0;
    if (hand[LOSS])
        for (int i = 1, h = after(p, n); i < n; i++, h = after(h, n))
            g->opt[k] = OPT(LOSS, h), k += (int)(g->living >> h & 1);
    if (hand[EXTRACT])
        for (int i = 1, h = after(p, n); i < n; i++, h = after(h, n))
            g->opt[k] = OPT(EXTRACT, h), k += (int)(g->living >> h & 1) & (g->size[h] > 0);
    return k;
}

INLINE void draw(Game *g, int p) {
    if (g->top < CARDS) {
        g->hand[p][g->pile[g->top++]]++;
        g->size[p]++;
    }
}

/* Player p may execute one protocol: was it one? */
INLINE int execute(Game *g, int p, int draws, int n) {
    int o = choose(g, list_execute(g, p, n));
    if (o == PASS) return 0;
    int kind = o & 15, h = o >> 4;
    g->hand[p][kind]--;
    g->size[p]--;
    switch (kind) {
    case BOLSTER: g->firewall[h] = clamp(g->firewall[h] + two_dice(g)); break;
    case LOSS:    g->firewall[h] = clamp(g->firewall[h] - two_dice(g)); break;
    case MINE:    if (draws) draw(g, p); break;
    case EXTRACT: {
        int k = 0;
        for (int c = 0; c < KINDS; c++) g->opt[k] = (uint16_t)c, k += g->hand[h][c] > 0;
        int c = choose(g, k);
        g->hand[h][c]--, g->size[h]--;
        g->hand[p][c]++, g->size[p]++;
        return 1;                            /* no card is drawn */
    }
    }
    if (draws) draw(g, p);
    return 1;
}

/* ---- a round ---- */
INLINE void deal(Game *g, int n) {
    int m = 0, deepest = 0;
    for (int c = 0; c < KINDS; c++) for (int i = 0; i < COPIES[c]; i++) g->pile[m++] = (uint8_t)c;
    for (int i = CARDS - 1; i > 0; i--) {
        int j = (int)below(g, (uint32_t)i + 1);
        uint8_t t = g->pile[i];
        g->pile[i] = g->pile[j], g->pile[j] = t;
    }
    memset(g->hand, 0, sizeof g->hand);
    memset(g->size, 0, sizeof g->size);
    g->top = 0;
    for (; deepest < HAND; deepest++)
        for (int h = 0; h < n; h++) if (g->living >> h & 1) draw(g, h);
    for (int h = 0; h < n; h++) if (g->living >> h & 1) g->firewall[h] = two_dice(g);
}

INLINE void play_round(Game *g, int n) {
    deal(g, n);
    int least = 100, best = -1, passes = 0, count = __builtin_popcount(g->living);
    unsigned tied = 0;
    for (int h = 0; h < n; h++) if (g->living >> h & 1) {
        if (g->firewall[h] < least) least = g->firewall[h], tied = 0;
        if (g->firewall[h] == least) tied |= 1u << h;
    }
    int p = one_of(g, tied);
    for (;;) {                               /* Execution */
        passes = execute(g, p, 1, n) ? 0 : passes + 1;
        g->turns++;
        p = next_living(g, p, n);
        if (g->top == CARDS || passes == count) break;
    }
    for (int i = 0; i < count; i++) {        /* Overclock */
        for (int k = 0; k < OVERCLOCK && execute(g, p, 0, n); k++) {}
        g->firewall[p] = clamp(g->firewall[p] + LEFTOVER * g->size[p]);
        g->turns++;
        p = next_living(g, p, n);
    }
    for (int h = 0; h < n; h++) if (g->living >> h & 1 && g->firewall[h] > best) best = g->firewall[h];
    for (int h = 0; h < n; h++)              /* ruling `round_tie`: all of the tied win */
        if (g->living >> h & 1 && g->firewall[h] < best && !--g->level[h]) g->living &= ~(1u << h);
}

typedef struct {
    uint64_t wins[SEATS], unfinished, rounds;
    double mean, m2;                         /* of turns, by Welford's method */
} Totals;

INLINE void play(Game *g, Totals *t, uint64_t games, uint64_t max_rounds, int n) {
    for (uint64_t i = 1; i <= games; i++) {
        uint64_t rounds = 0;
        g->living = (1u << n) - 1;
        g->turns = 0;
        for (int h = 0; h < n; h++) g->level[h] = LEVELS;
        do play_round(g, n); while (++rounds < max_rounds && g->living & (g->living - 1));
        if (g->living & (g->living - 1)) t->unfinished++;
        else t->wins[__builtin_ctz(g->living)]++;
        t->rounds += rounds;
        double d = (double)g->turns - t->mean;
        t->mean += d / (double)i;
        t->m2 += d * ((double)g->turns - t->mean);
    }
}

/* One copy of the whole game for each number of players, so that loops over seats have a constant length. */
#define PLAY(n) static __attribute__((noinline)) void play##n(Game *g, Totals *t, uint64_t games, uint64_t max) \
    { play(g, t, games, max, n); }
PLAY(2) PLAY(3) PLAY(4) PLAY(5) PLAY(6)

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double root(double x) {                /* Newton's, to need no -lm */
    double r = x > 1 ? x : 1;
    for (int i = 0; i < 100; i++) r = (r + x / r) / 2;
    return r;
}

int main(int argc, char **argv) {
    static Game game;
    static Totals t;
    static void (*const run[])(Game *, Totals *, uint64_t, uint64_t) = { play2, play3, play4, play5, play6 };
    int n = argc > 1 ? atoi(argv[1]) : 0;
    uint64_t games = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    uint64_t max = argc > 4 ? strtoull(argv[4], NULL, 10) : 200;
    if (argc < 4 || argc > 5 || n < 2 || n > SEATS || games < 1 || max < 1) {
        fprintf(stderr, "usage: gatecrasher PLAYERS(2-6) GAMES SEED [MAX_ROUNDS (200)]\n");
        return 2;
    }
    seed(&game, strtoull(argv[3], NULL, 10));
    double start = now();
    run[n - 2](&game, &t, games, max);
    double seconds = now() - start, g = (double)games;
    printf("{\"players\": %d, \"games\": %" PRIu64 ", \"wins\": [", n, games);
    for (int h = 0; h < n; h++) printf("%s%" PRIu64, h ? ", " : "", t.wins[h]);
    printf("], \"unfinished\": %" PRIu64 ", \"rounds_mean\": %.4f, \"turns_mean\": %.3f, \"turns_sd\": %.3f, "
           "\"decisions_per_game\": %.3f, \"choices_per_game\": %.3f, \"options_per_decision\": %.4f, "
           "\"seconds\": %.3f, \"games_per_second\": %.0f}\n",
           t.unfinished, (double)t.rounds / g, t.mean, root(games > 1 ? t.m2 / (g - 1) : 0),
           (double)game.decisions / g, (double)game.choices / g, (double)game.options / (double)game.decisions,
           seconds, g / seconds);
    return 0;
}

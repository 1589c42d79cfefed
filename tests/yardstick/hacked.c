/* You've Been Hacked among random players: a yardstick for speed, and a check of win rates that shares no code with the
 * project. Written from the rules page alone; default rulings, printed deck and setup.
 *
 *     cc -O3 -march=native -o hacked hacked.c
 *     ./hacked PLAYERS GAMES SEED
 *
 * At every decision the complete list of options is written to g->opt, and one entry of it is chosen uniformly. What
 * players know of each other's cards is not kept: a random player does not use it.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- the printed deck: titles and their copies; You've been hacked is never in a hand ---- */
enum { CONSULTANT, ATTACK, TICKET, FREEZE, BUGFIX, UPDATE, SPRINT, SHEET_A, TITLES = SHEET_A + 5 };
enum { SEATS = 5, HACKED = 255, HAND = 7 };
static const uint8_t COPIES[TITLES] = { 6, 4, 4, 5, 4, 4, 5, 4, 4, 4, 4, 4 };

typedef uint64_t Hand;                       /* copies of each title, four bits a title; no title has more than 8 */
#define ONE(title) ((Hand)1 << 4 * (title))
#define COUNT(hand, title) ((hand) >> 4 * (title) & 15)
#define EVERY 0x111111111111u
#define HELD(hand, times) (((hand) + (8 - (times)) * EVERY) & 8 * EVERY)     /* a bit for each title held so often */
#define TITLE_OF(bit) (__builtin_ctzll(bit) >> 2)

enum Decision { PLAY, ANSWER, GIVE, PLACE };

/* An option is a word: a form, a title, a seat and a further title. */
enum Form { DRAW, CARD, PAIR, TRIPLE };
#define OPT(form, title, seat, named) ((uint32_t)(form) | (uint32_t)(title) << 8 | (uint32_t)(seat) << 16 | (uint32_t)(named) << 24)
#define FORM(o) ((o) & 255)
#define AT(o) ((o) >> 8 & 255)
#define SEAT(o) ((o) >> 16 & 255)
#define NAMED(o) ((o) >> 24)

typedef struct {
    Hand hand[SEATS];
    int size[SEATS];                         /* cards in hand */
    uint8_t pile[64];                        /* title or HACKED; the top is pile[top], the end is pile[end] */
    int top, end;
    unsigned alive;                          /* set of seats */
    int turns, met, consultants, freezes, plays;
    int place[SEATS];
    uint64_t rng[4];
    uint64_t decisions, choices, options;
    uint32_t opt[1024];
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

INLINE void shuffle(Game *g, uint8_t *card, int n) {
    for (int i = n - 1; i > 0; i--) {
        int j = (int)below(g, (uint32_t)i + 1);
        uint8_t t = card[i];
        card[i] = card[j], card[j] = t;
    }
}

/* ---- hands ---- */
INLINE void gain(Game *g, int h, unsigned title) { g->hand[h] += ONE(title), g->size[h]++; }
INLINE void lose(Game *g, int h, unsigned title, int n) { g->hand[h] -= ONE(title) * (Hand)n, g->size[h] -= n; }

INLINE unsigned random_card(Game *g, int h) { /* its title */
    int k = g->size[h] > 1 ? (int)below(g, (uint32_t)g->size[h]) : 0;
    unsigned title = 0;
    for (unsigned t = 0, cards = 0; t < TITLES - 1; t++) {
        cards += COUNT(g->hand[h], t);
        title += cards <= (unsigned)k;
    }
    return title;
}

/* `seat` chooses one of the n options in g->opt. */
INLINE uint32_t choose(Game *g, enum Decision what, int seat, int n) {
    (void)what, (void)seat;
    g->decisions++;
    g->options += (uint64_t)n;
    if (n < 2) return g->opt[0];
    g->choices++;
    return g->opt[below(g, (uint32_t)n)];
}

INLINE int after(int h, int n) { return h + 1 == n ? 0 : h + 1; }
INLINE int next_alive(const Game *g, int h, int n) {
    do h = after(h, n); while (!(g->alive >> h & 1));
    return h;
}

/* ---- a turn ---- */
INLINE int list(Game *g, int p, int n) {
    Hand hand = g->hand[p];
    uint32_t at[SEATS];
    int m = 0, k = 0;
    for (int i = 1, h = after(p, n); i < n; i++, h = after(h, n)) {
        at[m] = (uint32_t)h << 16;
        m += g->size[h] > 0;
    }
    g->opt[k++] = OPT(DRAW, 0, 0, 0);
    static const uint8_t ALONE[] = { ATTACK, BUGFIX, UPDATE, SPRINT };
    for (int i = 0; i < 4; i++) {
        g->opt[k] = OPT(CARD, ALONE[i], 0, 0);
        k += COUNT(hand, ALONE[i]) > 0;
    }
    for (int i = 0; i < n - 1; i++) g->opt[k + i] = OPT(CARD, TICKET, 0, 0) | at[i];
    k += COUNT(hand, TICKET) ? m : 0;
    for (Hand s = HELD(hand, 2); s; s &= s - 1) {    /* written for every seat, kept as far as there are targets */
        for (int i = 0; i < n - 1; i++) g->opt[k + i] = OPT(PAIR, TITLE_OF(s), 0, 0) | at[i];
        k += m;
    }
    for (Hand s = HELD(hand, 3); s; s &= s - 1)
        for (int i = 0; i < m; i++, k += TITLES)
            for (int t = 0; t < TITLES; t++) g->opt[k + t] = OPT(TRIPLE, TITLE_OF(s), 0, t) | at[i];
    return k;
}

/* Whether the action that p has just played stands. */
INLINE int stands(Game *g, int p, int n) {
    unsigned holders = 0;
    int frozen = 0;
    for (int h = 0; h < n; h++) holders |= (unsigned)(COUNT(g->hand[h], FREEZE) > 0) << h;
    for (unsigned ask = holders & ~(1u << p); ask;) {
        unsigned later = ask >> p << p;
        int h = __builtin_ctz(later ? later : ask);
        ask &= ~(1u << h);
        g->opt[0] = 0, g->opt[1] = 1;
        if (choose(g, ANSWER, h, 2)) {       /* a new window, on this freeze */
            lose(g, h, FREEZE, 1);
            g->freezes++;
            frozen ^= 1;
            if (!COUNT(g->hand[h], FREEZE)) holders &= ~(1u << h);
            p = h;
            ask = holders & ~(1u << p);
        }
    }
    return !frozen;
}

enum { OPEN, END, ATTACKED, OUT };           /* what becomes of a turn */

INLINE int act(Game *g, int p, uint32_t o) {
    int h = (int)SEAT(o);
    unsigned c = TITLES;
    if (FORM(o) == TRIPLE) c = COUNT(g->hand[h], NAMED(o)) ? NAMED(o) : TITLES;
    else if (FORM(o) == PAIR) c = g->size[h] ? random_card(g, h) : TITLES;
    else switch (AT(o)) {
    case ATTACK: return ATTACKED;
    case UPDATE: return END;
    case BUGFIX: shuffle(g, g->pile + g->top, g->end - g->top); return OPEN;
    case TICKET: {
        int k = 0;
        for (Hand s = HELD(g->hand[h], 1); s; s &= s - 1) g->opt[k++] = (uint32_t)TITLE_OF(s);
        if (k) c = choose(g, GIVE, h, k);
    }
    }
    if (c < TITLES) lose(g, h, c, 1), gain(g, p, c);
    return OPEN;
}

INLINE int draw(Game *g, int p) {
    uint8_t title = g->pile[g->top++];
    if (title != HACKED) { gain(g, p, title); return END; }
    g->met++;
    if (!COUNT(g->hand[p], CONSULTANT)) return OUT;
    g->consultants++;
    lose(g, p, CONSULTANT, 1);
    int size = g->end - g->top;
    for (int d = 0; d <= size; d++) g->opt[d] = (uint32_t)d;
    int d = (int)choose(g, PLACE, p, size + 1);
    g->top--;
    memmove(g->pile + g->top, g->pile + g->top + 1, (size_t)d);
    g->pile[g->top + d] = HACKED;
    return END;
}

INLINE int turn(Game *g, int p, int n) {
    for (;;) {
        uint32_t o = choose(g, PLAY, p, list(g, p, n));
        if (FORM(o) == DRAW) return draw(g, p);
        g->plays++;
        lose(g, p, AT(o), (int)FORM(o));     /* CARD 1, PAIR 2, TRIPLE 3 */
        if (!stands(g, p, n)) continue;
        int what = act(g, p, o);
        if (what != OPEN) return what;
    }
}

INLINE void setup(Game *g, int n) {
    int m = 0, extra = 6 - n < 2 ? 6 - n : 2;
    for (int i = 0; i < extra; i++) g->pile[m++] = CONSULTANT;
    for (int t = ATTACK; t < TITLES; t++) for (int i = 0; i < COPIES[t]; i++) g->pile[m++] = (uint8_t)t;
    shuffle(g, g->pile, m);
    for (int h = 0; h < n; h++) g->hand[h] = ONE(CONSULTANT), g->size[h] = 1;
    for (int i = 0, h = 0; i < n * HAND; i++, h = after(h, n)) gain(g, h, g->pile[i]);
    for (int i = 1; i < n; i++) g->pile[m++] = HACKED;
    g->top = n * HAND, g->end = m;
    shuffle(g, g->pile + g->top, m - g->top);
    g->alive = (1u << n) - 1;
    g->turns = g->met = g->consultants = g->freezes = g->plays = 0;
}

typedef struct {
    uint64_t wins[SEATS], places[SEATS], met, consultants, freezes, plays;
    double mean, m2;                         /* of turns, by Welford's method */
} Totals;

INLINE int play_game(Game *g, int n) {       /* the winner */
    int p = 0, owes = 1, attacked = 0, left = n;
    setup(g, n);
    for (;;) {
        int what = turn(g, p, n);
        g->turns++;
        if (what == END && --owes) continue;
        if (what == OUT) {
            g->place[p] = left--;
            g->hand[p] = 0, g->size[p] = 0;
            g->alive &= ~(1u << p);
        }
        p = next_alive(g, p, n);
        if (left == 1) return g->place[p] = 1, p;
        owes = what == ATTACKED ? (attacked ? owes : 0) + 2 : 1;
        attacked = what == ATTACKED;
    }
}

INLINE void play(Game *g, Totals *t, uint64_t games, int n) {
    for (uint64_t i = 1; i <= games; i++) {
        t->wins[play_game(g, n)]++;
        for (int h = 0; h < n; h++) t->places[h] += (uint64_t)g->place[h];
        t->met += (uint64_t)g->met, t->consultants += (uint64_t)g->consultants;
        t->freezes += (uint64_t)g->freezes, t->plays += (uint64_t)g->plays;
        double d = (double)g->turns - t->mean;
        t->mean += d / (double)i;
        t->m2 += d * ((double)g->turns - t->mean);
    }
}

/* One copy of the whole game for each number of players, so that loops over seats have a constant length. */
#define GAME(n) static __attribute__((noinline)) void play##n(Game *g, Totals *t, uint64_t games) { play(g, t, games, n); }
GAME(2) GAME(3) GAME(4) GAME(5)

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
    static void (*const run[])(Game *, Totals *, uint64_t) = { play2, play3, play4, play5 };
    int n = argc > 1 ? atoi(argv[1]) : 0;
    uint64_t games = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    if (argc != 4 || n < 2 || n > SEATS || games < 1) {
        fprintf(stderr, "usage: hacked PLAYERS(2-5) GAMES SEED\n");
        return 2;
    }
    seed(&game, strtoull(argv[3], NULL, 10));
    double start = now();
    run[n - 2](&game, &t, games);
    double seconds = now() - start, g = (double)games;
    printf("{\"players\": %d, \"games\": %" PRIu64 ", \"wins\": [", n, games);
    for (int h = 0; h < n; h++) printf("%s%" PRIu64, h ? ", " : "", t.wins[h]);
    printf("], \"places\": [");
    for (int h = 0; h < n; h++) printf("%s%.4f", h ? ", " : "", (double)t.places[h] / g);
    printf("], \"draws\": 0, \"unfinished\": 0, \"turns_mean\": %.3f, \"turns_sd\": %.3f, \"decisions_per_game\": %.3f, "
           "\"choices_per_game\": %.3f, \"options_per_decision\": %.4f, \"hacked_met\": %.4f, \"consultants\": %.4f, "
           "\"freezes\": %.4f, \"plays\": %.4f, \"seconds\": %.3f, \"games_per_second\": %.0f}\n",
           t.mean, root(games > 1 ? t.m2 / (g - 1) : 0), (double)game.decisions / g, (double)game.choices / g,
           (double)game.options / (double)game.decisions, (double)t.met / g, (double)t.consultants / g,
           (double)t.freezes / g, (double)t.plays / g, seconds, g / seconds);
    return 0;
}

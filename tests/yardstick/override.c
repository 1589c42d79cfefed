/* Super Hack Override among random players: a yardstick for speed, and a check of win rates that shares no code with the
 * project. Written from the rules page alone; default rulings, deck `assumed`.
 *
 *     cc -O3 -march=native -o override override.c
 *     ./override PLAYERS GAMES SEED [MAX_TURNS]        (MAX_TURNS 0: no cap; default 500)
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
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t Set;                        /* a set of cards, one bit per physical copy */

/* ---- the deck `assumed`: 1 3 3 3 3 3 2 2 2 2 1 copies of ids 0..10 ---- */
enum { DISKETTE, PUPPET, SCREEN, GOGGLES, STOLEN, FIREWALL, SPOOF, NOAA, MONORAIL, CIA, MAINFRAME };
enum { CARDS = 25, SEATS = 6 };
static const uint8_t HACK[CARDS] = { 0, 1,1,1, 2,2,2, 3,3,3, 4,4,4, 5,5,5, 6,6, 7,7, 8,8, 9,9, 10 };
#define BIT(c) ((Set)1 << (c))
#define RUN(from, to) (BIT((to) + 1) - BIT(from))
#define DISKETTES RUN(0, 0)
#define PUPPETS   RUN(1, 3)
#define STOLENS   RUN(10, 12)
#define FIREWALLS RUN(13, 15)
#define SPOOFS    RUN(16, 17)
#define GOV       RUN(18, 24)
#define EXECUTABLE (RUN(0, 24) & ~(DISKETTES | PUPPETS | STOLENS))   /* when face-out before another */
#define CRED1 (PUPPETS | RUN(7, 9) | FIREWALLS | RUN(18, 19) | RUN(22, 23))   /* cards whose cred has bit 0, 1, 2, 3 */
#define CRED2 (RUN(4, 9) | SPOOFS | RUN(18, 19) | BIT(24))
#define CRED4 (STOLENS | FIREWALLS | SPOOFS | RUN(18, 19))
#define CRED8 RUN(20, 24)

enum Decision { EXECUTE, MARK, STEAL, FLIP, TRADE, TORNADO, TRAIN, DIRECTION, SPY, SWAP, INTERRUPT };

/* An option is a word: two fields of a card (bits 0-4) and a seat (bits 5-7), and a kind above them. */
#define AT(card, seat) ((uint32_t)(card) | (uint32_t)(seat) << 5)
#define CARD(f) ((f) & 31)
#define SEAT(f) ((f) >> 5 & 7)
#define OPT(kind, f1, f2) ((uint32_t)(kind) << 18 | (f1) << 9 | (f2))
#define F1(o) ((o) >> 9 & 511)
#define F2(o) ((o) & 511)
#define HAND 256u                            /* in a field: not that card, but a random one of that seat's hand */
enum { GIVE, HANDS, TABLE };                 /* kinds of SWAP */
enum { OWN, PAIR, ONE };                     /* kinds of FLIP */

typedef struct {
    Set in[SEATS], out[SEATS];               /* face-in, face-out */
    Set marked;                              /* all cards that bear a goggles mark */
    int mark[SEATS];                         /* the card that a seat must execute, or -1 */
    unsigned jail, screen;                   /* sets of seats */
    int win, limit;
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

/* ---- sets ---- */
INLINE int count(Set s) { return __builtin_popcountll(s); }
INLINE int first(Set s) { return __builtin_ctzll(s); }
#define EACH(c, s) for (Set s_##c = (s), once_##c = 1; once_##c; once_##c = 0) \
    for (int c; s_##c && (c = first(s_##c), 1); s_##c &= s_##c - 1)

INLINE int random_card(Game *g, Set s) {
    int n = count(s), k = n > 1 ? (int)below(g, (uint32_t)n) : 0;
#ifdef __BMI2__
    return first(_pdep_u64(BIT(k), s));
#else
    while (k--) s &= s - 1;
    return first(s);
#endif
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

INLINE int list(Game *g, int n, Set cards) {
    EACH(c, cards) g->opt[n++] = (uint32_t)c;
    return n;
}

INLINE int in_jail(const Game *g, int h) { return g->jail >> h & 1; }
INLINE int after(int h, int n) { return h + 1 == n ? 0 : h + 1; }
INLINE int holder(const Game *g, int c, int n) {     /* of a face-out card */
    int h = 0;
    while (h < n - 1 && !(g->out[h] & BIT(c))) h++;
    return h;
}

static __attribute__((noinline)) void remark(Game *g, Set gone) {
    g->marked &= ~gone;
    for (int h = 0; h < SEATS; h++) if (g->mark[h] >= 0 && gone & BIT(g->mark[h])) g->mark[h] = -1;
}
INLINE void touched(Game *g, Set cards) { if (cards & g->marked) remark(g, cards); }   /* flipped or moved */
static void unmark(Game *g, int h) {                 /* this seat's mark ends */
    g->mark[h] = -1;
    g->marked = 0;
    for (int i = 0; i < SEATS; i++) if (g->mark[i] >= 0) g->marked |= BIT(g->mark[i]);
}

INLINE unsigned protected_from(const Game *g, Set by, int n) {   /* seats, jailed ones not */
    unsigned r = 0;
    for (int h = 0; h < n; h++) r |= (unsigned)!!(g->out[h] & by) << h;
    return r & ~g->jail;
}

/* A card is about to be taken from h: does h put a Socket Puppet in its place? */
INLINE int interrupts(Game *g, int p, int h) {
    if (h == p || in_jail(g, h) || !(g->in[h] & PUPPETS)) return 0;
    g->opt[0] = 0, g->opt[1] = 1;
    return (int)choose(g, INTERRUPT, h, 2);
}

/* Asks a and b (where asked at all) clockwise from p; bit 0: a's answer, bit 1: b's. */
INLINE int interrupts2(Game *g, int p, int a, int b, int n) {
    int da = a - p, db = b - p;
    da += da < 0 ? n : 0, db += db < 0 ? n : 0;
    if (da < db) {
        int x = interrupts(g, p, a);
        return x | interrupts(g, p, b) << 1;
    }
    int y = interrupts(g, p, b) << 1;
    return y | interrupts(g, p, a);
}

/* Lists one option for every field in at[from..to): `base` with the field put in. It is written WIDE entries at a time, so
 * that the compiler makes it one vector; what lies beyond the last is overwritten or never read. */
enum { WIDE = 16 };
INLINE int each_with(uint32_t *opt, int k, const uint32_t *at, int from, int to, uint32_t base, int shift) {
    uint32_t *o = opt + k;
    for (int x = from; x < to; x += WIDE, o += WIDE)
        for (int i = 0; i < WIDE; i++) o[i] = base | at[x + i] << shift;
    return k + (to - from);
}

/* ---- effects ---- */
INLINE void swap(Game *g, int p, Set protection, int n) {
    unsigned part = ((1u << n) - 1) & ~((protected_from(g, protection, n) | (g->screen & ~g->jail)) & ~(1u << p));
    uint32_t at[CARDS + WIDE], *opt = g->opt;
    int from[SEATS], to[SEATS], m = 0, k = 0;
    unsigned hands = 0;
    for (int h = 0; h < n; h++) {            /* all face-out cards in play, by holder */
        from[h] = m;
        if (part >> h & 1) {
            EACH(c, g->out[h]) at[m++] = AT(c, h);
            hands |= (unsigned)!!g->in[h] << h;
        }
        to[h] = m;
    }
    for (int b = 0; b < n; b++) if (part >> b & 1) {                                /* give */
        k = each_with(opt, k, at, 0, from[b], OPT(GIVE, 0, AT(0, b)), 9);
        k = each_with(opt, k, at, to[b], m, OPT(GIVE, 0, AT(0, b)), 9);
    }
    for (int a = 0; a < n - 1; a++)                                                 /* table */
        for (int x = from[a]; x < to[a]; x++) k = each_with(opt, k, at, to[a], m, OPT(TABLE, at[x], 0), 0);
    hands &= ~(1u << p);                                                            /* hands */
    for (int a = 0; a < n; a++) if (hands >> a & 1) {
        EACH(c, g->in[p]) opt[k++] = OPT(HANDS, AT(c, p), AT(0, a) | HAND);
        for (int b = a + 1; b < n; b++)
            if (hands >> b & 1) opt[k++] = OPT(HANDS, AT(0, a) | HAND, AT(0, b) | HAND);
    }
    if (!k) return;
    uint32_t o = choose(g, SWAP, p, k), f = F1(o), f2 = F2(o);
    int a = SEAT(f), b = SEAT(f2), kind = (int)(o >> 18);
    int puppet = interrupts2(g, p, a, b, n);
    Set x, y;
    /* what leaves a, and where it arrives: face-out before b, or in b's hand */
    if (puppet & 1) x = g->in[a] & PUPPETS, x &= -x;
    else x = BIT(f & HAND ? (unsigned)random_card(g, g->in[a]) : CARD(f));
    if (puppet & 2) y = g->in[b] & PUPPETS, y &= -y;
    else if (kind == TABLE) y = BIT(CARD(f2));
    else y = g->in[b] ? BIT(random_card(g, g->in[b])) : 0;      /* an empty hand gives nothing back */
    g->in[a] &= ~x, g->out[a] &= ~x;
    g->in[b] &= ~y, g->out[b] &= ~y;
    if (kind == HANDS && !(puppet & 1)) g->in[b] |= x; else g->out[b] |= x;
    if (kind == TABLE || puppet & 2 || in_jail(g, a)) g->out[a] |= y; else g->in[a] |= y;
    touched(g, x | y);
}

INLINE void goggles(Game *g, int p, int n) {
    unsigned shy = protected_from(g, FIREWALLS, n) | g->jail | 1u << p;
    Set table = 0;
    int k = 0;
    for (int h = 0; h < n; h++) table |= g->out[h];
    table &= EXECUTABLE;
    for (int t = 0; t < n; t++) if (!(shy >> t & 1)) {
        if (g->in[t]) g->opt[k++] = AT(0, t) | HAND;
        EACH(c, table & ~g->out[t]) g->opt[k++] = AT(c, t);
    }
    if (!k) return;
    uint32_t o = choose(g, MARK, p, k);
    int t = SEAT(o);
    unmark(g, t);
    g->mark[t] = o & HAND ? (unsigned)random_card(g, g->in[t]) : (int)CARD(o);
    g->marked |= BIT(g->mark[t]);
}

INLINE void steal(Game *g, int p, int card, int n) {
    int k = 0;
    for (int h = 0; h < n; h++) if (h != p && !((g->screen & ~g->jail) >> h & 1))
        EACH(c, g->out[h]) g->opt[k++] = AT(c, h);
    if (!k) return;
    uint32_t o = choose(g, STEAL, p, k);
    int h = SEAT(o);
    Set y = BIT(CARD(o));
    if (interrupts(g, p, h)) y = g->in[h] & PUPPETS, y &= -y;
    g->in[h] &= ~y, g->out[h] &= ~y;
    g->out[p] = (g->out[p] & ~BIT(card)) | y;
    g->out[h] |= BIT(card);
    touched(g, y | BIT(card));
}

INLINE void flip(Game *g, int h, Set cards) {
    Set in = g->in[h] & cards, out = g->out[h] & cards;
    g->in[h] ^= in ^ out;
    g->out[h] ^= in ^ out;
    touched(g, cards);
}

INLINE void firewall(Game *g, int p, int n) {
    uint32_t slot[CARDS + SEATS + WIDE], *opt = g->opt;
    int k = 0, m = 0, cards = 0;
    EACH(c, (g->in[p] | g->out[p]) & ~DISKETTES) opt[k++] = OPT(OWN, AT(c, p), 0);
    for (int h = 0; h < n; h++) if (h != p && !in_jail(g, h)) {
        int hand = count(g->in[h]);
        if (hand) {
            uint32_t s = slot[m++] = AT(0, h) | HAND;
            if (hand > 1) opt[k++] = OPT(PAIR, s, s);
        }
        EACH(c, g->out[h] & ~DISKETTES) slot[m++] = AT(c, h), cards++;
        cards += hand;
    }
    if (cards == 1) opt[k++] = OPT(ONE, slot[0], 0);
    else for (int i = 0; i < m; i++)
        k = each_with(opt, k, slot, i + 1, m, OPT(PAIR, slot[i], 0), 0);
    if (!k) return;
    uint32_t o = choose(g, FLIP, p, k), f = F1(o), f2 = F2(o);
    int a = SEAT(f), b = SEAT(f2);
    Set x = BIT(f & HAND ? (unsigned)random_card(g, g->in[a]) : CARD(f));
    if (o >> 18 == PAIR) {
        Set y = BIT(f2 & HAND ? (unsigned)random_card(g, g->in[b] & ~x) : CARD(f2));
        flip(g, b, y);
    }
    flip(g, a, x);
}

INLINE void spoof(Game *g, int p, int card, int n) {
    uint32_t at[CARDS + WIDE], *opt = g->opt;
    int k = 0, m = 0;
    if (n == 2) {
        if (!(g->out[p] & BIT(card))) return;
        EACH(c, g->out[!p]) opt[k++] = OPT(0, AT(card, p), AT(c, !p));
    } else for (int h = 0; h < n; h++) if (h != p) {
        int before = m;
        EACH(c, g->out[h]) {
            k = each_with(opt, k, at, 0, before, OPT(0, 0, AT(c, h)), 9);
            at[m++] = AT(c, h);
        }
    }
    if (!k) return;
    uint32_t o = choose(g, TRADE, p, k);
    int a = SEAT(F1(o)), b = SEAT(F2(o));
    Set both = BIT(CARD(F1(o))) | BIT(CARD(F2(o)));
    g->out[a] ^= both;
    g->out[b] ^= both;
    touched(g, both);
}

/* Everyone not in jail who has a card chooses one, in order from p: their number; seats and cards in the arrays. */
INLINE int all_choose(Game *g, enum Decision what, int p, int seat[], int card[], int n) {
    int m = 0;
    for (int i = 0, h = p; i < n; i++, h = after(h, n)) if (!in_jail(g, h)) {
        Set own = g->in[h] | g->out[h];
        if (!own) continue;
        seat[m] = h;
        card[m++] = (int)choose(g, what, h, list(g, 0, own));
    }
    return m;
}

/* Card i of `card` goes from seat[i] to seat to[i], all at once, each keeping its facing. */
INLINE void pass_on(Game *g, int m, const int seat[], const int card[], const int to[]) {
    Set all = 0, face_in = 0;
    for (int i = 0; i < m; i++) {
        Set c = BIT(card[i]);
        all |= c;
        face_in |= g->in[seat[i]] & c;
        g->in[seat[i]] &= ~c, g->out[seat[i]] &= ~c;
    }
    for (int i = 0; i < m; i++) {
        Set c = BIT(card[i]);
        g->in[to[i]] |= c & face_in;
        g->out[to[i]] |= c & ~face_in;
    }
    touched(g, all);
}

INLINE void tornado(Game *g, int p, int n) {
    int seat[SEATS], card[SEATS], to[SEATS], m = all_choose(g, TORNADO, p, seat, card, n);
    for (int i = 0; i < m; i++) {            /* inside-out shuffle of the receivers */
        int j = i ? (int)below(g, (uint32_t)i + 1) : 0;
        to[i] = to[j];
        to[j] = seat[i];
    }
    pass_on(g, m, seat, card, to);
}

INLINE void monorail(Game *g, int p, int n) {
    int seat[SEATS], card[SEATS], to[SEATS], m = all_choose(g, TRAIN, p, seat, card, n);
    if (!m) return;
    g->opt[0] = 1, g->opt[1] = (uint32_t)n - 1;      /* left, right */
    int step = (int)choose(g, DIRECTION, p, 2);
    for (int i = 0; i < m; i++) {
        int h = seat[i];
        do { h += step; if (h >= n) h -= n; } while (in_jail(g, h));
        to[i] = h;
    }
    pass_on(g, m, seat, card, to);
}

INLINE void spy(Game *g, int p, int n) {
    int k = 0;
    for (int h = 0; h < n; h++) if (h != p && g->in[h]) g->opt[k++] = (uint32_t)h;
    if (k) choose(g, SPY, p, k);             /* what p then knows, a random player does not use */
}

/* ---- a turn and a game ---- */
INLINE void turn(Game *g, int p, int n) {
    int k = 0;
    g->screen &= ~(1u << p);
    if (g->mark[p] >= 0) g->opt[k++] = (uint32_t)g->mark[p];
    else {
        Set table = 0;
        for (int h = 0; h < n; h++) table |= g->out[h];
        k = list(g, 0, g->in[p] | (table & ~g->out[p] & EXECUTABLE));
    }
    if (!k) return;
    int c = (int)choose(g, EXECUTE, p, k);
    if (g->in[p] & BIT(c)) flip(g, p, BIT(c));
    else {
        int h = holder(g, c, n);
        if (!in_jail(g, h)) flip(g, h, BIT(c));
    }
    switch (HACK[c]) {
    case SCREEN:   g->screen |= 1u << p; swap(g, p, SPOOFS, n); break;
    case GOGGLES:  goggles(g, p, n); swap(g, p, FIREWALLS, n); break;
    case STOLEN:   steal(g, p, c, n); break;
    case FIREWALL: firewall(g, p, n); break;
    case SPOOF:    spoof(g, p, c, n); break;
    case NOAA:     tornado(g, p, n); break;
    case MONORAIL: monorail(g, p, n); break;
    case CIA:      spy(g, p, n); break;
    }
    if (g->mark[p] >= 0) unmark(g, p);
}

INLINE int cred(Set s) { return count(s & CRED1) + 2 * count(s & CRED2) + 4 * count(s & CRED4) + 8 * count(s & CRED8); }

enum { PLAYING = -1, DRAW = -2 };
typedef struct { int winner, by_cred; } Result;

INLINE Result check(Game *g, int p, int n) { /* at the end of p's turn */
    for (int h = 0; h < n; h++)
        if (!in_jail(g, h) && count(g->out[h] & GOV) >= g->limit) {
            g->jail |= 1u << h;
            g->screen &= ~(1u << h);
            g->out[h] |= g->in[h];
            g->in[h] = 0;
            unmark(g, h);
        }
    unsigned left = ((1u << n) - 1) & ~g->jail;
    if (!(left & (left - 1))) return (Result){ left ? __builtin_ctz(left) : DRAW, 0 };
    int best = g->win - 1, who = PLAYING;
    for (int i = 0, h = p; i < n; i++, h = after(h, n)) if (!in_jail(g, h)) {    /* ties: the first from p on */
        int x = cred(g->out[h]);
        if (x > best) best = x, who = h;
    }
    return (Result){ who, 1 };
}

INLINE void setup(Game *g, int n) {
    uint8_t deck[CARDS];
    int m = 0, p = 0;
    for (int c = n == 5 ? 0 : 1; c < CARDS; c++) deck[m++] = (uint8_t)c;
    for (int i = m - 1; i > 0; i--) {
        int j = (int)below(g, (uint32_t)i + 1);
        uint8_t t = deck[i];
        deck[i] = deck[j], deck[j] = t;
    }
    if (n == 2) m -= 4;
    memset(g->in, 0, sizeof g->in);
    memset(g->out, 0, sizeof g->out);
    for (int i = 0; i < m; i++, p = after(p, n)) g->in[p] |= BIT(deck[i]);
    if (n == 5) {                            /* the Diskette's holder is seat 1 (here 0) and places it */
        Set dealt[5];
        for (int h = 0; h < n; h++) if (g->in[h] & DISKETTES) p = h;
        memcpy(dealt, g->in, sizeof dealt);
        for (int h = 0; h < n; h++, p = after(p, n)) g->in[h] = dealt[p];
        flip(g, 0, DISKETTES);
    }
    g->marked = 0, g->jail = g->screen = 0;
    for (int h = 0; h < SEATS; h++) g->mark[h] = -1;
    static const uint8_t WIN[] = { 40, 32, 30, 25, 25 };
    g->win = WIN[n - 2];
    g->limit = n == 2 ? 4 : 3;
}

typedef struct {
    uint64_t wins[SEATS], draws, unfinished, by_cred, last_standing, jailed;
    double mean, m2;                         /* of turns, by Welford's method */
} Totals;

INLINE void play(Game *g, Totals *t, uint64_t games, uint64_t max_turns, int n) {
    for (uint64_t i = 1; i <= games; i++) {
        Result r = { PLAYING, 0 };
        uint64_t turns = 0;
        int p = 0;
        setup(g, n);
        while (turns < max_turns) {
            turns++;
            turn(g, p, n);
            r = check(g, p, n);
            if (r.winner != PLAYING) break;
            do p = after(p, n); while (in_jail(g, p));
        }
        if (r.winner == PLAYING) t->unfinished++;
        else if (r.winner == DRAW) t->draws++;
        else t->wins[r.winner]++, *(r.by_cred ? &t->by_cred : &t->last_standing) += 1;
        t->jailed += (uint64_t)__builtin_popcount(g->jail);
        double d = (double)turns - t->mean;
        t->mean += d / (double)i;
        t->m2 += d * ((double)turns - t->mean);
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
    if (argc < 4 || argc > 5 || n < 2 || n > SEATS || games < 1) {
        fprintf(stderr, "usage: override PLAYERS(2-6) GAMES SEED [MAX_TURNS (500; 0: no cap)]\n");
        return 2;
    }
    uint64_t max = argc > 4 ? strtoull(argv[4], NULL, 10) : 500;
    if (!max) max = UINT64_MAX;
    seed(&game, strtoull(argv[3], NULL, 10));
    double start = now();
    run[n - 2](&game, &t, games, max);
    double seconds = now() - start, g = (double)games;
    printf("{\"players\": %d, \"games\": %" PRIu64 ", \"wins\": [", n, games);
    for (int h = 0; h < n; h++) printf("%s%" PRIu64, h ? ", " : "", t.wins[h]);
    printf("], \"draws\": %" PRIu64 ", \"unfinished\": %" PRIu64 ", \"turns_mean\": %.3f, \"turns_sd\": %.3f, "
           "\"decisions_per_game\": %.3f, \"choices_per_game\": %.3f, \"options_per_decision\": %.4f, "
           "\"jailed_share\": %.5f, \"cred\": %" PRIu64 ", \"last_standing\": %" PRIu64 ", "
           "\"seconds\": %.3f, \"games_per_second\": %.0f}\n",
           t.draws, t.unfinished, t.mean, root(games > 1 ? t.m2 / (g - 1) : 0), (double)game.decisions / g,
           (double)game.choices / g, (double)game.options / (double)game.decisions,
           (double)t.jailed / (g * n), t.by_cred, t.last_standing, seconds, g / seconds);
    return 0;
}

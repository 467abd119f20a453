"""Writes the golden files beside this script: python3 make-golden.py (Python 3.10 or newer with NumPy).

An independent computation, written from the formulas of docs/strategies and never from the TypeScript: plain loops,
expectations over sequences of labels instead of closed forms, a general solver instead of Cholesky, a pseudo-inverse
instead of the Laplacian's. The tests only read the JSON.
"""

import itertools
import json
import math
import random
from decimal import Decimal, getcontext
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent


# Kernels --------------------------------------------------------------------------------------------------------------


def rbf(x, z, bandwidth):
    return math.exp(-sum((a - b) ** 2 for a, b in zip(x, z)) / (2 * bandwidth**2))


def hamming(x, z, bandwidth):
    return math.exp(-sum(a != b for a, b in zip(x, z)) / len(x) / (2 * bandwidth**2))


def cosine(x, z):
    lengths = math.hypot(*x) * math.hypot(*z)
    return 0.0 if lengths == 0 else sum(a * b for a, b in zip(x, z)) / lengths


def similarity(kernel, x, z, j):
    """K of an item x and item j of the pool, whose features are z."""
    if kernel["name"] == "rbf":
        return rbf(x, z, kernel["bandwidth"])
    if kernel["name"] == "hamming":
        return hamming(x, z, kernel["bandwidth"])
    if kernel["name"] == "cosine":
        return cosine(x, z)
    if kernel["name"] == "precomputed":
        return x[j]
    values = [similarity(part, a, b, j) for part, a, b in zip(kernel["parts"], x, z)]
    return math.prod(values)


def all_pairs(kernel, items, pool):
    return [[similarity(kernel, x, z, j) for j, z in enumerate(pool)] for x in items]


# Classifier -----------------------------------------------------------------------------------------------------------


def frequencies(rows, labels, class_count):
    """k_x for rows of similarities to the pool; labels are (item, class, count), by item."""
    result = []
    for row in rows:
        k = [0.0] * class_count
        for item, y, count in sorted(labels):
            k[y] += count * row[item]
        result.append(k)
    return result


def spread(prior, class_count):
    return list(prior) if isinstance(prior, list) else [prior] * class_count


def normalised(values):
    total = sum(values)
    return [1 / len(values)] * len(values) if total == 0 else [value / total for value in values]


def posterior(k, prior):
    return normalised([a + b for a, b in zip(k, prior)])


def plus(k, y, amount):
    return [value + (amount if at == y else 0) for at, value in enumerate(k)]


def decide(k, loss):
    """The lowest index of the least expected loss, on frequencies alone."""
    if loss is None:
        return k.index(max(k))
    costs = [sum(k[y] * loss[y][d] for y in range(len(k))) for d in range(len(k))]
    return costs.index(min(costs))


def risk(p, decided, loss):
    return sum(p[y] * (float(y != decided) if loss is None else loss[y][decided]) for y in range(len(p)))


# Strategies: each answers one score per candidate ---------------------------------------------------------------------


def xpal(view, evaluationPrior=1e-3, candidatePrior=1e-3):
    alpha = spread(evaluationPrior, view.class_count)
    beta = spread(candidatePrior, view.class_count)
    for c in view.candidates:
        gain = 0.0
        for yc, chance in enumerate(posterior(view.freq[c], beta)):
            for x, k in enumerate(view.evaluation_freq):
                k_plus = plus(k, yc, view.evaluation_similarity[x][c])
                p = posterior(k_plus, alpha)
                drop = risk(p, decide(k, view.loss), view.loss) - risk(p, decide(k_plus, view.loss), view.loss)
                gain += chance * view.weights[x] * drop
        yield gain


def pal(view, labelCount=2, prior=1, density=None):
    alpha = spread(prior, view.class_count)
    for c in view.candidates:
        k = view.freq[c]
        gains = []
        for m in range(1, labelCount + 1):
            gain = 0.0
            for sequence in itertools.product(range(view.class_count), repeat=m):
                now, chance = k, 1.0
                for y in sequence:
                    chance *= posterior(now, alpha)[y]
                    now = plus(now, y, 1)
                p = posterior(now, alpha)
                gain += chance * (risk(p, decide(k, None), None) - risk(p, decide(now, None), None))
            gains.append(gain / m)
        yield max(gains) * (sum(view.similarity[c]) if density is None else density[c])


def us(view, measure="leastConfidence"):
    for c in view.candidates:
        p = sorted(normalised(view.freq[c]), reverse=True)
        if measure == "leastConfidence":
            yield 1 - p[0]
        elif measure == "margin":
            yield 1 - p[0] + p[1]
        else:
            yield -sum(value * math.log(value) for value in p if value > 0)


def eer(view, loss="zeroOne", epsilon=1e-3):
    prior = spread(epsilon, view.class_count)
    for c in view.candidates:
        expected = 0.0
        for yc, chance in enumerate(posterior(view.freq[c], prior)):
            for x in view.unlabelled:
                p = posterior(plus(view.freq[x], yc, view.similarity[c][x]), prior)
                expected += chance * (1 - max(p) if loss == "zeroOne" else -sum(q * math.log(q) for q in p))
        yield -expected


def qbc(view, memberCount=25, members=None):
    answers = {item: [(y, count) for at, y, count in view.labels if at == item] for item, _, _ in view.labels}
    if len({y for _, y, _ in view.labels}) < 2:
        yield from (0.0 for _ in view.candidates)
        return
    for c in view.candidates:
        opinions = []
        for member in members:
            cut = lambda row: [row[d] for d in member["columns"]]
            k = [0.0] * view.class_count
            for sample in member["samples"]:
                for y, count in answers[sample]:
                    k[y] += count * similarity(view.kernel, cut(view.items[c]), cut(view.items[sample]), sample)
            opinions.append(normalised(k))
        mean = [sum(column) / len(opinions) for column in zip(*opinions)]
        yield sum(p * math.log(p / q) for opinion in opinions for p, q in zip(opinion, mean) if p > 0)


def alce(view, classPoints, predictionPoints, bandwidth, ridge=1.0, seed=0):
    if len({y for _, y, _ in view.labels}) < view.class_count:
        yield from (0.0 for _ in view.candidates)
        return
    grid = lambda m: np.array(m["data"]).reshape(m["rows"], m["cols"])
    items = sorted({item for item, _, _ in view.labels})
    wanted = []
    for item in items:
        own = [(y, count) for at, y, count in view.labels if at == item]
        wanted.append(sum(count * grid(classPoints)[y] for y, count in own) / sum(count for _, count in own))
    gram = np.array([[rbf(view.items[a], view.items[b], bandwidth) for b in items] for a in items])
    coefficients = np.linalg.solve(gram + ridge * np.eye(len(items)), np.array(wanted))
    for c in view.candidates:
        point = np.array([rbf(view.items[c], view.items[a], bandwidth) for a in items]) @ coefficients
        yield float(min(np.linalg.norm(grid(predictionPoints) - point, axis=1)))


def greedy_all(view, truth):
    classes = [view.classes.index(name) for name in truth]
    for c in view.candidates:
        after = [decide(plus(k, classes[c], view.similarity[c][x]), None) for x, k in enumerate(view.freq)]
        yield -sum(a != b for a, b in zip(after, classes)) / len(classes)


def no_opinion(view):
    yield from (0.0 for _ in view.candidates)


STRATEGIES = {
    "xpal": xpal, "pal": pal, "us": us, "eer": eer, "qbc": qbc, "alce": alce, "greedyAll": greedy_all, "random": no_opinion,
}


class View:
    """What a strategy looks at, from a pool as the JSON describes it."""

    def __init__(self, pool, labels):
        self.items, self.kernel, self.classes = pool["items"], pool["kernel"], pool["classes"]
        self.class_count, self.labels, self.loss = len(self.classes), labels, pool.get("loss")
        self.unlabelled = [i for i in range(len(self.items)) if i not in {item for item, _, _ in labels}]
        self.candidates = self.unlabelled
        self.similarity = all_pairs(self.kernel, self.items, self.items)
        self.freq = frequencies(self.similarity, labels, self.class_count)
        evaluation = pool.get("evaluation", {})
        points = evaluation.get("items", [self.items[i] for i in evaluation.get("indices", range(len(self.items)))])
        self.evaluation_similarity = all_pairs(self.kernel, points, self.items)
        self.evaluation_freq = frequencies(self.evaluation_similarity, labels, self.class_count)
        self.weights = normalised(evaluation.get("weights", [1] * len(points)))


# The pools ------------------------------------------------------------------------------------------------------------


def points(count, cols, seed):
    """Points in three clusters with two decimals; the last is a duplicate of the first."""
    chance = random.Random(seed)
    rows = [[round((i % 3) * 1.2 + chance.gauss(0, 0.5), 2) for _ in range(cols)] for i in range(count - 1)]
    return rows + [rows[0]]


def one_hot(count, sizes, seed):
    chance = random.Random(seed)
    codes = [[chance.randrange(size) for size in sizes] for _ in range(count - 1)]
    codes.append(codes[0])
    return [[float(code == y) for code, size in zip(row, sizes) for y in range(size)] for row in codes]


def word_counts(count, words, seed):
    chance = random.Random(seed)
    rows = [[float(chance.choice([0, 0, 0, 1, 2, 5])) for _ in range(words)] for _ in range(count - 1)]
    rows[2] = [0.0] * words
    return rows + [rows[0]]


TIES = [[1, 0.5, 0.5, 0.25, 0], [0.5, 1, 0.25, 0.5, 0], [0.5, 0.25, 1, 0.5, 0], [0.25, 0.5, 0.5, 1, 0], [0, 0, 0, 0, 1]]
ABC = ["a", "b", "c"]


def pools():
    clusters = {"name": "clusters", "items": points(12, 2, 1), "kernel": {"name": "rbf", "bandwidth": 0.6}, "classes": ABC}
    yield clusters
    yield {**clusters, "name": "clusters, weighed", "evaluation": {"weights": [1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1]}}
    yield {**clusters, "name": "clusters, some evaluated", "evaluation": {"indices": [7, 2, 4]}}
    yield {**clusters, "name": "clusters, others evaluated", "evaluation": {"items": points(5, 2, 9), "weights": [1, 1, 2, 2, 4]}}
    yield {**clusters, "name": "clusters, with costs", "loss": [[0, 1, 2], [4, 0, 1], [1, 3, 0]]}
    yield {"name": "categories", "items": one_hot(10, [2, 3, 4], 2), "kernel": {"name": "hamming", "bandwidth": 0.25}, "classes": ABC}
    yield {"name": "texts", "items": word_counts(10, 6, 3), "kernel": {"name": "cosine"}, "classes": ABC}
    yield {"name": "exact ties", "items": TIES, "kernel": {"name": "precomputed"}, "classes": ["a", "b"]}
    parts = [{"name": "rbf", "bandwidth": 0.8}, {"name": "hamming", "bandwidth": 0.4}]
    pairs = [list(pair) for pair in zip(points(9, 2, 4), one_hot(9, [3, 2], 5))]
    yield {"name": "two groups", "items": pairs, "kernel": {"name": "product", "parts": parts}, "classes": ABC}


def label_states(pool):
    yield []
    yield [[1, 1, 1]]
    if pool["name"] == "exact ties":
        yield [[0, 0, 1], [3, 1, 1]]  # items 1 and 2 are as near to either
        yield [[0, 0, 2], [0, 1, 2]]
        return
    yield [[1, 1, 1], [2, 2, 1], [3, 0, 1], [4, 1, 1]]
    yield [[1, 1, 2], [1, 0, 1], [2, 2, 3], [3, 0, 1], [6, 2, 1], [6, 1, 1]]


def strategies(pool, labels):
    names, size, kernel = pool["classes"], len(pool["items"]), pool["kernel"]["name"]
    yield {"name": "xpal"}
    yield {"name": "xpal", "evaluationPrior": 0.5, "candidatePrior": 2.0}
    yield {"name": "xpal", "evaluationPrior": [0.5, 1, 2][: len(names)], "candidatePrior": [3, 2, 1][: len(names)]}
    if "evaluation" in pool or "loss" in pool:
        return  # the others do not look at these
    yield {"name": "pal"}
    yield {"name": "pal", "labelCount": 1}
    yield {"name": "pal", "labelCount": 4, "prior": 0.01}
    yield {"name": "pal", "labelCount": 3, "prior": [1, 0.5, 2][: len(names)], "density": list(range(1, size + 1))}
    for measure in ["leastConfidence", "margin", "entropy"]:
        yield {"name": "us", "measure": measure}
    for loss in ["zeroOne", "log"]:
        yield {"name": "eer", "loss": loss}
        yield {"name": "eer", "loss": loss, "epsilon": [0.1, 1, 2][: len(names)]}
    yield {"name": "random"}
    yield {"name": "greedyAll", "truth": [names[i % len(names)] for i in range(size)]}
    if kernel in ["precomputed", "product"]:
        return  # the next two cut and compare single feature matrices
    chance, known, cols = random.Random(7), sorted({item for item, _, _ in labels}), len(pool["items"][0])
    if known:
        members = [
            {"samples": [chance.choice(known) for _ in known], "columns": sorted(chance.sample(range(cols), (cols + 1) // 2))}
            for _ in range(4)
        ]
        yield {"name": "qbc", "memberCount": 4, "members": members}
    place = lambda: {"rows": len(names), "cols": 2, "data": [round(chance.uniform(-1, 1), 3) for _ in range(2 * len(names))]}
    yield {"name": "alce", "bandwidth": 0.9, "ridge": 0.3, "classPoints": place(), "predictionPoints": place()}


def scores():
    cases = []
    for pool in pools():
        for labels in label_states(pool):
            view = View(pool, labels)
            for strategy in strategies(pool, labels):
                options = {key: value for key, value in strategy.items() if key != "name"}
                found = dict(zip(view.candidates, STRATEGIES[strategy["name"]](view, **options)))
                cases.append({"pool": pool["name"], "labels": labels, "strategy": strategy, "scores": [found.get(i) for i in range(len(pool["items"]))]})
    return {"pools": list(pools()), "cases": cases}


# Numbers --------------------------------------------------------------------------------------------------------------


def kernel_values():
    cases = [{"kernel": pool["kernel"], "items": pool["items"], "values": all_pairs(pool["kernel"], pool["items"], pool["items"])} for pool in pools() if "," not in pool["name"]]
    means = []
    for n, d, cap in [(2, 1, None), (90, 4, None), (500, 30, None), (500, 30, 200), (100, 30, 200)]:
        top = n if cap is None else min(n, cap)
        means.append({"pointCount": n, "featureCount": d, "cap": cap, "bandwidth": math.sqrt(2 * top * d / ((top - 1) * math.log((top - 1) / 2e-12)))})
    shares = []
    for items in [one_hot(10, [2, 3, 4], 2), one_hot(25, [5, 5], 6)]:
        n = len(items)
        mean = sum(sum(a != b for a, b in zip(x, z)) / len(x) for i, x in enumerate(items) for j, z in enumerate(items) if i != j) / (n * (n - 1))
        shares.append({"items": items, "bandwidth": math.sqrt(mean / math.log((n - 1) / 2e-12))})
    return {"kernels": cases, "meanBandwidth": means, "meanHammingBandwidth": shares}


def exponentials():
    """e^x rounded once, from fifty digits."""
    getcontext().prec = 60
    chance = random.Random(8)
    xs = [0.0, -0.0, 1.0, -1.0, 1e-300, -1e-17, 709.78, -745.13, -708.5, -740.0, math.log(2) / 2, -math.log(2) / 2]
    xs += [-(10 ** chance.uniform(-12, 2.85)) for _ in range(400)] + [chance.uniform(-50, 50) for _ in range(200)]
    return [[x, float(Decimal(x).exp())] for x in xs]


def generator(seed, stream):
    """xoshiro128** seeded by splitmix32 (its 0x21f0aaad, 0x735a2d97 finaliser), on Python's unbounded integers."""
    mask = 2**32 - 1

    def scramble(z):
        z = ((z ^ (z >> 16)) * 0x21F0AAAD) & mask
        z = ((z ^ (z >> 15)) * 0x735A2D97) & mask
        return z ^ (z >> 15)

    counter = (seed & mask) ^ scramble(((seed >> 32) + 1) & mask) ^ scramble(stream ^ 0x5BF03635)
    s = []
    for at in range(1, 5):
        s.append(scramble(((counter + at * 0x9E3779B9) & mask) ^ stream))
    s[3] |= 1
    rotate = lambda word, by: ((word << by) | (word >> (32 - by))) & mask
    while True:
        yield rotate(s[1] * 5 & mask, 7) * 9 & mask
        t = s[1] << 9 & mask
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 11)


def words():
    seeds = [(0, 0), (1, 0), (1, 1), (12345, 7), (2**32, 0), (2**53 - 1, 2**32 - 1)]
    return [{"seed": seed, "stream": stream, "words": list(itertools.islice(generator(seed, stream), 12))} for seed, stream in seeds]


def embeddings():
    """Weighted non-metric SMACOF from given starts, a fixed number of steps."""
    chance = random.Random(10)
    cases = []
    for cost in [[[0, 1], [1, 0]], [[0, 1, 2], [1, 0, 1], [2, 1, 0]], [[0, 3, 1, 1], [2, 0, 5, 1], [1, 1, 0, 4], [6, 1, 2, 0]]]:
        n = len(cost)
        init = [[round(chance.uniform(0, 1), 3) for _ in range(n)] for _ in range(2 * n)]
        for steps in [1, 3, 10]:
            x, stress = smacof(np.array(cost, float), np.array(init), steps)
            cases.append({"cost": cost, "init": init, "iterations": steps, "points": x.tolist(), "stress": float(stress)})
    return cases


def smacof(cost, x, steps):
    n, half = len(x), len(cost)
    weights = np.zeros((n, n))
    weights[:half, half:] = weights[half:, :half] = 1
    v = np.linalg.pinv(np.diag(weights.sum(axis=1)) - weights)
    full = np.zeros((n, n))
    full[:half, half:] = cost
    upper = np.argwhere(full > 0)
    for _ in range(steps):
        d = np.sqrt(((x[:, None] - x[None]) ** 2).sum(axis=2))
        wanted = d.copy()
        fitted = pooled([full[i, j] for i, j in upper], [d[i, j] for i, j in upper])
        for (i, j), value in zip(upper, fitted):
            wanted[i, j] = wanted[j, i] = value
        wanted *= math.sqrt(n * (n - 1) / 2 / (wanted**2).sum())
        wanted[(full + full.T) == 0] = 0
        stress = (weights * (d - wanted) ** 2).sum() / 2
        ratio = weights * wanted / np.where(d == 0, 1e-5, d)
        x = v @ ((np.diag(ratio.sum(axis=1)) - ratio) @ x)
    return x, stress


def pooled(xs, ys):
    """Isotonic regression by its minimax formula: max over from, min over to, of the mean between them."""
    levels = sorted(set(xs))
    groups = [[y for x, y in zip(xs, ys) if x == level] for level in levels]
    mean = lambda a, b: sum(map(sum, groups[a : b + 1])) / sum(map(len, groups[a : b + 1]))
    fit = [max(min(mean(a, b) for b in range(at, len(levels))) for a in range(at + 1)) for at in range(len(levels))]
    return [fit[levels.index(x)] for x in xs]


def write(name, content):
    (HERE / name).write_text(json.dumps(content, separators=(",", ":")).replace('},{"', '},\n{"') + "\n")


write("scores.json", scores())
write("kernels.json", kernel_values())
write("exponentials.json", exponentials())
write("words.json", words())
write("embeddings.json", embeddings())

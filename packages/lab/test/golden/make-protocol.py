# Makes protocol.json beside it: whole runs of the paper's protocol in plain NumPy, independent of the package.
# Run with Python 3.11 and NumPy 2.4.6:
#   python3 make-protocol.py
import json
import math
import pathlib

import numpy as np

here = pathlib.Path(__file__).parent
rng = np.random.default_rng(7)


def split(y, seed):
    def once(s):
        order = np.random.RandomState(s).permutation(len(y))
        tests = math.ceil(0.4 * len(y))
        return order[tests:], order[:tests]

    train, test = once(seed)
    while set(y[train]) != set(y[test]):
        train, test = once(seed)
        seed += 1000
    return train, test, seed


def prepare(kind, X, train, test):
    """The kernel values of pool x pool and test x pool."""
    A, B, n = X[train], X[test], len(train)
    if kind == "rbf":
        mean, std = A.mean(0), A.std(0)
        std[std == 0] = 1
        A, B = (A - mean) / std, (B - mean) / std
        gamma = 1 / (2 * (2 * n * A.shape[1] / ((n - 1) * math.log((n - 1) / 2e-12))))
        kernel = lambda P, Q: np.exp(-gamma * ((P[:, None] - Q[None]) ** 2).sum(2))
    elif kind == "hamming":
        share = lambda P, Q: (P[:, None] != Q[None]).mean(2)
        gamma = 1 / (2 * (share(A, A).sum() / (n * (n - 1)) / math.log((n - 1) / 2e-12)))
        kernel = lambda P, Q: np.exp(-gamma * share(P, Q))
    else:
        unit = lambda P: P / np.where(np.linalg.norm(P, axis=1) > 0, np.linalg.norm(P, axis=1), 1)[:, None]
        kernel = lambda P, Q: unit(P) @ unit(Q).T
    return kernel(A, A), kernel(B, A)


def xpal(S, K, open_, alpha=1e-3):
    """Equation by equation: decisions before and after, posterior at the evaluation points."""
    n, C = K.shape
    scores = []
    for c in open_:
        p = (K[c] + alpha) / (K[c] + alpha).sum()
        gain = 0.0
        for y in range(C):
            plus = K.copy()
            plus[:, y] += S[c]
            post = (plus + alpha) / (plus + alpha).sum(1, keepdims=True)
            before, after = K.argmax(1), plus.argmax(1)
            gain += p[y] * (post[np.arange(n), after] - post[np.arange(n), before]).mean()
        scores.append(gain)
    return np.array(scores)


def run(kind, X, y, strategy, repetition):
    train, test, seed = split(y, repetition)
    S, T = prepare(kind, X, train, test)
    C, n, m = y.max() + 1, len(train), len(test)
    classifier, chooser = np.random.RandomState(seed), np.random.RandomState(seed)
    K, F = np.zeros((n, C)), np.zeros((m, C))
    open_, picks, wrong = list(range(n)), [], []

    def test_errors():
        classifier.uniform(1, 2, (n, C))
        draws = classifier.uniform(1, 2, (m, C))
        total = F.sum(1, keepdims=True)
        P = np.where(total > 0, F / np.where(total > 0, total, 1), 1 / C)
        return int(((draws * (P == P.max(1, keepdims=True))).argmax(1) != y[test]).sum())

    for _ in range(min(200, n)):
        wrong.append(test_errors())
        scores = np.zeros(len(open_)) if strategy == "rand" else xpal(S, K, open_)
        best = np.flatnonzero(scores >= scores.max() * (1 - 1e-12)) if strategy == "xpal" else np.arange(len(open_))
        if len(best) > 1 and strategy == "xpal" and scores.max() > 0:
            # Two items that rounding might order either way: take data without such a step.
            raise SystemExit("a tie by rounding; choose other data")
        pick = open_[best[chooser.randint(0, len(best))]]
        open_.remove(pick)
        picks.append(int(pick))
        K[:, y[train[pick]]] += S[:, pick]
        F[:, y[train[pick]]] += T[:, pick]
    wrong.append(test_errors())
    return dict(strategy=strategy, repetition=repetition, seed=int(seed), testCount=m, picks=picks, wrong=wrong)


def dataset(kind, X, y, strategies, repetitions):
    runs = [run(kind, X, y, s, r) for s in strategies for r in repetitions]
    return dict(kernel=kind, features=X.tolist(), labels=y.tolist(), runs=runs)


blobs = np.round(rng.normal(0, 1, (43, 3)) + np.repeat([[0, 0, 0], [1.5, 0, 1], [0, 2, 0]], [20, 16, 7], axis=0), 6)
shapes = np.repeat([0, 1, 2], [20, 16, 7])
constant = np.hstack([blobs, np.full((43, 1), 0.1)])  # a column to be divided by 1
rare = np.repeat([0, 1, 2], [21, 20, 2])  # often missing in one part, so that the split is repeated
onehot = np.eye(2)[rng.integers(0, 2, (43, 4))].reshape(43, 8)
words = np.where(rng.random((43, 9)) < 0.3, np.round(rng.random((43, 9)), 6), 0)

golden = [
    dataset("rbf", constant, shapes, ["rand", "xpal"], [1, 2, 3]),
    dataset("rbf", blobs, rare, ["rand", "xpal"], [1, 2, 3, 4, 5]),
    dataset("hamming", onehot, shapes, ["rand"], [1, 2]),
    dataset("cosine", words, shapes, ["rand"], [1, 2]),
]
(here / "protocol.json").write_text(json.dumps(golden) + "\n")
print([(r["repetition"], r["seed"]) for r in golden[1]["runs"]])

"""Writes adaptive.json beside this script: python3 make-adaptive.py (Python 3.10 or newer with NumPy).

An independent computation of the kernel that learns, from the formulas of docs/guide/adaptive.md and never from the
TypeScript: whole matrices, one per member of the bank, and gains from the posterior with each simulated label.
"""

import json
from pathlib import Path

import numpy as np

SCALES = np.array([0.25, 0.5, 1.0, 2.0, 4.0])
LOCALITIES = [0.0, 0.5, 1.0]
PRIOR = 0.001


def distances(kernel, a, b):
    if kernel["name"] == "rbf":
        return ((a[:, None, :] - b[None, :, :]) ** 2).sum(2) / (2 * kernel["bandwidth"] ** 2)
    if kernel["name"] == "hamming":
        return (a[:, None, :] != b[None, :, :]).mean(2) / (2 * kernel["bandwidth"] ** 2)
    unit = lambda x: x / np.sqrt((x**2).sum(1, keepdims=True))
    return np.maximum(0, -np.log(unit(a) @ unit(b).T))


def spreads(own, new, neighbour):
    others = np.sort(own + np.diag(np.full(len(own), np.inf)), axis=1)
    raw = others[:, min(neighbour, len(own) - 1) - 1]
    centre = np.median(raw[(raw > 0) & np.isfinite(raw)])
    without_twin = []
    for row in np.sort(new, axis=1):
        without_twin.append((row[1:] if row[0] == 0 else row)[min(neighbour, len(own) - 1) - 1])
    clip = lambda d: np.clip(np.array(d) / centre, 1e-3, 1e3)
    return clip(raw), clip(without_twin)


def bank(d, f, g, localities):
    return [np.exp(-s * d / np.sqrt(np.outer(f**p, g**p))) for p in localities for s in SCALES]


def weights(kernels, localities, labelled, counts, a=0.1):
    shares = counts.sum(0) / counts.sum()
    scores = []
    for m, k in enumerate(kernels):
        q = k[np.ix_(labelled, labelled)].copy()
        np.fill_diagonal(q, 0)
        q = q @ counts
        p = (q + a * shares) / (q.sum(1, keepdims=True) + a)
        scores.append((counts * np.log(np.where(counts > 0, p, 1))).sum() - np.log2(SCALES[m % 5]) ** 2 / 2)
    e = np.exp(np.array(scores) - max(scores))
    return e / e.sum()


def gains(similarity, freq, own_risk):
    n, classes = freq.shape
    result = []
    for c in range(n):
        chance = (freq[c] + PRIOR) / (freq[c] + PRIOR).sum()
        gain = 0.0
        for y in range(classes):
            plus = freq.copy()
            plus[:, y] += similarity[c]
            posterior = (plus + PRIOR) / (plus + PRIOR).sum(1, keepdims=True)
            rows = np.arange(n)
            gain += chance[y] * (posterior[rows, plus.argmax(1)] - posterior[rows, freq.argmax(1)]).mean()
        result.append(gain + own_risk * (1 - chance.max()) / n)
    return result


def case(name, kernel, items, new, labels, classes, neighbour, own_risk):
    localities = [0.0] if kernel["name"] == "cosine" else LOCALITIES
    d = distances(kernel, items, items)
    f, f_new = spreads(d, distances(kernel, new, items), neighbour)
    kernels = bank(d, f, f, localities)
    labelled = sorted({i for i, _ in labels})
    counts = np.zeros((len(labelled), classes))
    for i, y in labels:
        counts[labelled.index(i), y] += 1
    w = weights(kernels, localities, labelled, counts)
    mixed = sum(weight * k for weight, k in zip(w, kernels))
    mixed_new = sum(weight * k for weight, k in zip(w, bank(distances(kernel, new, items), f_new, f, localities)))
    return {
        "name": name, "kernel": kernel, "items": items.tolist(), "new": new.tolist(), "labels": labels,
        "classes": classes, "neighbour": neighbour, "ownRisk": own_risk, "weights": w.tolist(),
        "frequencies": (mixed[:, labelled] @ counts).ravel().tolist(),
        "newFrequencies": (mixed_new[:, labelled] @ counts).ravel().tolist(),
        "scores": gains(mixed, mixed[:, labelled] @ counts, own_risk),
    }  # fmt: skip


def main():
    rng = np.random.RandomState(7)
    blobs = np.round(np.concatenate([rng.randn(14, 3) * 0.3, rng.randn(12, 3) + 2, rng.randn(10, 3) * 3 - 1]), 3)
    new = np.concatenate([np.round(rng.randn(4, 3) * 2, 3), blobs[5:7]])
    truth = [0] * 14 + [1] * 12 + [2] * 10
    picked = [int(i) for i in rng.permutation(36)[:11]]
    codes = rng.randint(0, 3, (30, 4))
    one_hot = np.concatenate([np.eye(3)[codes[:, d]] for d in range(4)], axis=1)
    words = rng.poisson(1.2, (25, 6)) + 1.0
    cases = [
        case("numbers", {"name": "rbf", "bandwidth": 0.9}, blobs, new, [[i, truth[i]] for i in picked], 3, 20, 1),
        case("numbers, few of them", {"name": "rbf", "bandwidth": 0.5}, blobs[8:20], new, [[0, 0], [3, 0], [5, 0], [7, 1], [9, 1], [11, 1], [11, 0]], 2, 20, 0),
        case("numbers, a near neighbour", {"name": "rbf", "bandwidth": 0.9}, blobs, new, [[i, truth[i]] for i in range(0, 36, 2)], 4, 3, 2),
        case("categories", {"name": "hamming", "bandwidth": 0.3}, one_hot, one_hot[:2], [[i, int(codes[i, 0] > 0)] for i in range(3, 17)], 2, 5, 1),
        case("texts", {"name": "cosine"}, words, words[:3] * 2 + 1, [[i, int(words[i, 0] > 2)] for i in range(8)], 2, 20, 1),
    ]  # fmt: skip
    (Path(__file__).parent / "adaptive.json").write_text(json.dumps(cases) + "\n")


main()

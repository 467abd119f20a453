"""Noisy and imbalanced sets that the recipe of the learned kernel was not searched on (docs/decisions/0266), from
scikit-learn's generators and its diabetes table. `unseen.py DIR` writes them with a datasets.json for `bench -- peers --data DIR`.
"""
import json
import os
import sys

import numpy as np
from sklearn import datasets as ds

out = sys.argv[1]
os.makedirs(out, exist_ok=True)
made = []

def write(name, x, y):
    """Writes a table, and notes what datasets.json says of it."""
    classes = sorted(set(str(v) for v in y))
    with open(os.path.join(out, name + ".csv"), "w") as f:
        f.write(",".join([f"x{d}" for d in range(x.shape[1])] + ["class"]) + "\n")
        for row, label in zip(x, y):
            f.write(",".join([repr(float(round(v, 6))) for v in row] + [str(label)]) + "\n")
    counts = [int(sum(str(v) == c for v in y)) for c in classes]
    made.append(dict(name=name, file=name + ".csv", kernel="rbf", instances=len(y), features=x.shape[1],
                     categoricalFeatures=[], classes=classes, classCounts=counts))

def clf(seed, **k):
    x, y = ds.make_classification(random_state=seed, **k)
    return x, np.array([f"c{v}" for v in y])

def irrelevant(x, columns, seed):
    return np.hstack([x, np.random.RandomState(seed).normal(size=(len(x), columns))])

write("flip10-rare", *clf(101, n_samples=1000, n_features=20, n_informative=5, n_redundant=3, weights=[.9, .1], flip_y=.1))
write("flip20", *clf(102, n_samples=800, n_features=10, n_informative=4, n_redundant=2, n_clusters_per_class=2, flip_y=.2))
write("flip30-narrow", *clf(103, n_samples=800, n_features=15, n_informative=3, n_redundant=0, flip_y=.3, class_sep=1.5))
write("three-rare", *clf(104, n_samples=900, n_features=12, n_informative=6, n_redundant=2, n_classes=3, weights=[.7, .2, .1], flip_y=.15))
x, y = ds.make_moons(n_samples=600, noise=.35, random_state=105)
write("moons-irrelevant", irrelevant(x, 8, 105), np.array([f"c{v}" for v in y]))
x, y = ds.make_hastie_10_2(n_samples=1000, random_state=106)
write("hastie", x, np.where(y > 0, "outer", "inner"))
x, y = ds.make_friedman1(n_samples=800, n_features=10, noise=2.0, random_state=107)
write("friedman1-rare", x, np.where(y > np.quantile(y, .8), "high", "low"))
x, y = ds.make_gaussian_quantiles(n_samples=800, n_features=4, n_classes=3, random_state=108)
flips = np.random.RandomState(108)
y = np.where(flips.uniform(size=len(y)) < .15, flips.randint(3, size=len(y)), y)
write("quantiles-noise", irrelevant(x, 4, 1080), np.array([f"c{v}" for v in y]))
x, y = ds.load_diabetes(return_X_y=True, scaled=False)
write("progression-rare", x, np.where(y > np.quantile(y, .75), "high", "low"))
r = np.random.RandomState(110)
x = r.poisson(np.exp(r.normal(size=(900, 12)))).astype(float)
logit = 1.2 * np.log1p(x[:, 0]) - 1.0 * np.log1p(x[:, 1]) + .8 * (x[:, 2] > 2) - 1.6
write("counts-rare", x, np.where(r.uniform(size=900) < 1 / (1 + np.exp(-2 * logit)), "yes", "no"))
with open(os.path.join(out, "datasets.json"), "w") as f:
    json.dump(made, f, indent=1)
for m in made:
    print(m["name"], m["instances"], m["features"], m["classCounts"])

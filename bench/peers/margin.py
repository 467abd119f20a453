# Margin sampling with classifiers of scikit-learn, on tasks that bench/peers.mjs wrote: the same splits, the same
# features, the same budget. `python3 margin.py FOLDER PROCESSES`; one line of JSON per task and classifier. Needs Debian's
# python3-sklearn (or any scikit-learn of 1.0 or newer); nothing of it is a part of the product.
import json
import os
import sys
import warnings

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np
import sklearn
from multiprocessing import Pool
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

warnings.filterwarnings("ignore")

CLASSIFIERS = {
    "logistic regression": lambda seed: LogisticRegression(max_iter=1000),
    "random forest": lambda seed: RandomForestClassifier(100, random_state=seed),
    "svm": lambda seed: SVC(C=10, gamma="scale", random_state=seed),
    "shrunk lda": lambda seed: LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"),
}


def margins(model, x):
    """The difference of the two largest scores of each row: the smaller, the less sure."""
    scores = model.decision_function(x) if hasattr(model, "decision_function") else model.predict_proba(x)
    if scores.ndim == 1:
        return np.abs(scores)
    ordered = np.sort(scores, axis=1)
    return ordered[:, -1] - ordered[:, -2]


def guessed_error(y, classes):
    """The expected error of guessing among all classes."""
    return 1 - 1 / classes


def replay(job):
    folder, name, classifier = job
    with open(os.path.join(folder, name + ".json")) as file:
        task = json.load(file)
    numbers = np.fromfile(os.path.join(folder, name + ".f64")).reshape(-1, task["columns"])
    x, x_test = numbers[: task["rows"]], numbers[task["rows"] :]
    y, y_test = np.array(task["labels"]), np.array(task["testLabels"])
    draw = np.random.RandomState(task["seed"])
    labelled, errors = [], []
    for count in range(task["budget"] + 1):
        known = set(y[labelled].tolist())
        left = np.setdiff1d(np.arange(len(y)), labelled)
        if len(known) < 2:  # nothing to tell apart yet: guess, or the one class that is known
            errors.append(guessed_error(y_test, task["classes"]) if not known else float(np.mean(y_test != known.copy().pop())))
            if len(left):
                labelled.append(int(draw.choice(left)))
            continue
        model = CLASSIFIERS[classifier](task["seed"]).fit(x[labelled], y[labelled])
        errors.append(float(np.mean(model.predict(x_test) != y_test)))
        if len(left) and count < task["budget"]:
            unsure = margins(model, x[left])
            labelled.append(int(draw.choice(left[unsure == unsure.min()])))
    return {"task": name, "classifier": classifier, "aulc": float(np.mean(errors))}


if __name__ == "__main__":
    folder, processes = sys.argv[1], int(sys.argv[2])
    print(json.dumps({"sklearn": sklearn.__version__, "numpy": np.__version__}), flush=True)
    tasks = sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".json"))
    with Pool(processes) as pool:
        jobs = [(folder, name, classifier) for name in tasks for classifier in CLASSIFIERS]
        for outcome in pool.imap_unordered(replay, jobs):
            print(json.dumps(outcome), flush=True)

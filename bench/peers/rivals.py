"""What a Python user would start with: scikit-learn classifiers with margin sampling, on the splits of the caller.

Reads one JSON object from standard input: {"jobs": N, "tasks": [{"key", "file", "rivals"}, ...]}. A file holds the
prepared columns and classes of one split. Prints one line of JSON per finished run: {"key", "rival", "errors"}, the test
errors after 0, 1, 2, ... labels. `rivals.py --versions` prints versions and settings instead.

How each rival starts: questions at random until two classes have been seen (for discriminant analysis also until there
are more labels than classes, which scikit-learn asks for); before that it predicts the most frequent label. Then the open
item with the smallest difference between the two largest scores is asked, and the classifier is fitted anew after each
answer. Columns are those of xPAL: standardised by the training part, categories one-hot, texts as vectors of length 1.
"""
import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # one run per process: threads inside of it would only disturb the others

import json
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor, as_completed

import numpy
import sklearn
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

RIVALS = {
    "logistic": ("logistic regression", "C = 1, at most 1,000 steps", lambda seed: LogisticRegression(max_iter=1000)),
    "forest": ("random forest", "100 trees", lambda seed: RandomForestClassifier(100, random_state=seed)),
    "svm": ("SVM, RBF", "C = 10, gamma = scale", lambda seed: SVC(C=10)),
    "lda": ("LDA, shrunk", "Ledoit-Wolf shrinkage", lambda seed: LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto")),
}


def margins(classifier, items):
    """The difference between the two largest scores of each item."""
    if hasattr(classifier, "predict_proba"):
        scores = classifier.predict_proba(items)
    else:
        scores = classifier.decision_function(items)
        if scores.ndim == 1:
            return numpy.abs(scores)
    ordered = numpy.sort(scores, axis=1)
    return ordered[:, -1] - ordered[:, -2]


def run(rival, task):
    """Test errors after 0, 1, 2, ... labels."""
    train, test = numpy.array(task["train"]), numpy.array(task["test"])
    truth, test_truth = numpy.array(task["trainLabels"]), numpy.array(task["testLabels"])
    make, chance = RIVALS[rival][2], numpy.random.RandomState(task["seed"])
    labelled, unlabelled, classifier = [], list(range(len(truth))), None
    errors = [1 - 1 / task["classCount"]]  # without labels all classes are equally likely
    for _ in range(task["budget"]):
        if classifier is None:
            chosen = unlabelled[chance.randint(len(unlabelled))]
        else:
            found = margins(classifier, train[unlabelled])
            best = numpy.flatnonzero(found == found.min())
            chosen = unlabelled[best[chance.randint(len(best))]]
        unlabelled.remove(chosen)
        labelled.append(chosen)
        seen = truth[labelled]
        class_count = len(set(seen))
        if class_count < 2 or (rival == "lda" and len(seen) <= class_count):
            classifier, predicted = None, numpy.bincount(seen).argmax()
        else:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # with few labels some columns are constant
                classifier = make(task["seed"] % 2**32).fit(train[labelled], seen)
                predicted = classifier.predict(test)
        errors.append(float((predicted != test_truth).mean()))
    return errors


def work(key, rival, file):
    with open(file, encoding="utf-8") as text:
        return {"key": key, "rival": rival, "errors": run(rival, json.load(text))}


def main():
    if sys.argv[1:] == ["--versions"]:
        titles = {key: {"title": title, "settings": settings} for key, (title, settings, _) in RIVALS.items()}
        versions = {"python": sys.version.split()[0], "scikit-learn": sklearn.__version__, "numpy": numpy.__version__}
        print(json.dumps({"versions": versions, "rivals": titles}))
        return
    given = json.load(sys.stdin)
    with ProcessPoolExecutor(max_workers=given["jobs"]) as pool:
        started = [pool.submit(work, task["key"], rival, task["file"]) for task in given["tasks"] for rival in task["rivals"]]
        for done in as_completed(started):
            print(json.dumps(done.result()), flush=True)


if __name__ == "__main__":
    main()

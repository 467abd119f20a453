/**
 * A plan file to start from: it runs as it is, and every key is explained.
 * @example EXAMPLE_PLAN.includes("repetitions: 5") // true
 */
export const EXAMPLE_PLAN = `# A study for xpal: which strategy needs how many labels on which data.
# Run it with: xpal study FILE --out results
title: My first study

# What to learn from. One line of these per dataset; paths are relative to this file.
datasets:
  - bundled: wine                  # digits, iris, wine or breast-cancer
  - generator: moons               # example, clusters, moons, checkerboard, rare, tic-tac-toe, balance-scale or monks-1
    points: 150
    seed: 1
  # - file: flowers.csv            # CSV, TSV, JSON, JSONL, Parquet, Arrow, XLSX or ARFF
  #   label: species               # the column of the class; by default one called class, label or target, else the last
  #   name: flowers                # the name in tables
  #   roles: { plot: id }          # numeric, categorical, text, vector, id or ignored; xpal inspect shows the usual ones
  #   missing: median              # missing numbers: the median and an indicator, or reject
  #   read: { separator: ";" }     # also quote, decimal, encoding, header, ragged, sheet
  #   embeddings: flowers.npy      # vectors for the rows, matched by a key or in order
  #   kernel: auto                 # or one for all columns: rbf, hamming (categories), cosine (texts, embeddings)
  #   bandwidth: 0.5               # by default the mean bandwidth rule
  #   costs: costs.csv             # what errors cost: true class in rows, called class in columns
  #   budget: 50                   # for this dataset only
  #   testShare: 0.3               # for this dataset only
  # - openml: 61                   # a number or name on OpenML; needs the network once
  # - folder: data                 # a folder with a datasets.json; $data is the one that --data names
  #   only: [iris, wine]           # or except: [iris]

# What to compare: xpal, pal, us, alce, qbc, eer, rand, xpal1 or greedyAll with the paper's settings,
# a strategy of the library with options of your own, or a module of yours.
strategies:
  - xpal
  - us
  - rand
  - strategy: xpal
    key: xpal-0.1
    title: xPAL with prior 0.1
    options: { evaluationPrior: 0.1, candidatePrior: 0.1 }
  - strategy: xpal
    key: xpal-learned
    title: xPAL, learned kernel
    options: { ownRisk: 1 }
    kernel: learned                  # weighs columns and scales by the labels, to choose by and to predict with; xpal, pal, us, eer, random
  #   measure: balanced            # counts each class as much as another, for rare ones
  #   batch: { size: 20, how: joint } # labels asked for in lists; spread, joint or top
  # - module: ./my-strategy.mjs    # its default export: { name, scores(view) } or a function that makes one
  #   key: mine
  #   options: { depth: 2 }

reference: xpal                    # the others are compared with this one
repetitions: 5                     # random splits
budget: 40                         # labels per run, at most
testShare: 0.4                     # the share of rows to test on
measures: [error, balancedError]   # also macroF1, logLoss, brier, calibrationError, cost
`;

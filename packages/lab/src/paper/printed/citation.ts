// How the paper is cited, in one place.

/** The paper's DOI. */
export const PAPER_DOI = "10.1007/s10994-021-05986-9";

/** The citation as a sentence, without the DOI. */
export const PAPER_CITATION =
  "Kottke, D., Herde, M., Sandrock, C., Huseljic, D., Krempl, G., Sick, B.: Toward optimal probabilistic active learning using a Bayesian approach. Machine Learning 110, 1199–1231 (2021)";

/** The citation for BibTeX. */
export const PAPER_BIBTEX = `@article{kottke2021toward,
  author  = {Kottke, Daniel and Herde, Marek and Sandrock, Christoph and Huseljic, Denis and Krempl, Georg and Sick, Bernhard},
  title   = {Toward optimal probabilistic active learning using a {B}ayesian approach},
  journal = {Machine Learning},
  volume  = {110},
  pages   = {1199--1231},
  year    = {2021},
  doi     = {${PAPER_DOI}}
}`;

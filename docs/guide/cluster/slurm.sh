#!/usr/bin/env bash
# SLURM: ten workers with eight threads each, one per task; sbatch slurm.sh. They end after five minutes without work.
#SBATCH --job-name=xpal
#SBATCH --ntasks=10
#SBATCH --cpus-per-task=8
#SBATCH --mem-per-cpu=1G
#SBATCH --time=12:00:00
#SBATCH --signal=TERM@60
set -euo pipefail

# A file that only you can read: two lines, export XPAL_QUEUE=... and export XPAL_STORE=...
source "$HOME/.config/xpal/places.sh"

# A folder that all nodes see: each dataset is fetched from the store once.
data="${SCRATCH:-$HOME}/xpal-data"

srun --kill-on-bad-exit=0 npx xpal worker --threads "$SLURM_CPUS_PER_TASK" --data "$data" --idle 300

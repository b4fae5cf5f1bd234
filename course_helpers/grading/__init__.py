"""What proves and grades notebooks.

nbval_plugin   what pytest loads: options, order, points
nbval_cells    how a notebook and its cells run under nbval, and how a failure reads
points         what a run says about a task
release        solutions -> exercises
grade          runs what compose makes, and says what came of each task
compose        a learner's answers in a pristine exercise
processors     how many notebooks run at once
stages         what `test` runs
changes        what git says that the person has changed
"""

"""Frames in, figures and one page out: the report that a designer reads.

`reports.numbers` formats numbers and is light. `reports.figures` draws (one plot, one function) and
`reports.writing` writes the folder; import these only where a report is made, since they load
matplotlib, pandas and jinja2. Nothing here knows how games are simulated or judged.
"""

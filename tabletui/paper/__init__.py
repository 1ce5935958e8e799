"""What is printed, put on a wall, opened in a spreadsheet or pasted into a chat.

`gather` reads a tournament once; each page and table is made of that and of nothing else, so the same
tournament gives the same bytes. Templates hold structure alone; every word comes from the catalogue.
"""

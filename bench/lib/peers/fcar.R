# Reads a context, computes its canonical basis with fcaR (LinCbO), and tells in
# one line of JSON how many rules there are and how many seconds it took.
suppressMessages(library(fcaR))
lines <- readLines(commandArgs(TRUE)[1])
objects <- as.integer(lines[3])
attributes <- as.integer(lines[4])
first <- 5 + objects
rows <- lines[(first + attributes + 1):(first + attributes + objects)]
table <- do.call(rbind, lapply(strsplit(rows, ""), function(row) as.integer(row %in% c("x", "X"))))
colnames(table) <- lines[(first + 1):(first + attributes)]
context <- FormalContext$new(table)
took <- system.time(context$find_implications(save_concepts = FALSE))
cat(sprintf('{"rules": %d, "computing": %f}\n', as.integer(context$implications$cardinality()), took[["user.self"]]))

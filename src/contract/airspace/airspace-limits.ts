/** Characters of a file of airspace at most: twice the largest national file that is known (17.7 MB). */
export const mostImportCharacters = 40_000_000;

/** Characters of a file of airspace at most: the largest national file that is known has 17.7 MB. */
export const mostImportCharacters = 24_000_000;

/** Characters of a packed file in base64: four for three octets. */
export const mostPackedCharacters = Math.ceil(mostImportCharacters / 3) * 4;

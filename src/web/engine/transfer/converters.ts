/** Turns a file of another format into one that can be imported. */
export interface ImportConverter {
  /** The record type that it is for. */
  resource: string;
  /** The end of the file's name, `.xml`. */
  extension: string;
  convert(file: File): Promise<Converted>;
}

export interface Converted {
  file: File;
  /** What of it could not be read, for the user. */
  notes: string[];
}

/** Formats that a feature adds to the import of a record type. */
export const importConverters: ImportConverter[] = [];

/** A file as the import takes it: converted where somebody knows its format. */
export async function importable(resource: string, file: File): Promise<Converted> {
  const converter = importConverters.find(
    (one) => one.resource === resource && file.name.toLowerCase().endsWith(one.extension),
  );
  return converter ? converter.convert(file) : { file, notes: [] };
}

/** The part of pino that we use: an object of facts, then a sentence. */
export interface Logger {
  debug(facts: object, sentence: string): void;
  info(facts: object, sentence: string): void;
  warn(facts: object, sentence: string): void;
  error(facts: object, sentence: string): void;
}

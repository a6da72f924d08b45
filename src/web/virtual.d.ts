declare module 'virtual:validators' {
  import type { ErrorObject } from 'ajv';

  /** Judges a value; what is wrong is on `errors` until the next call. */
  export interface Validate {
    (value: unknown): boolean;
    errors?: ErrorObject[] | null;
  }
  /** By the `$id` of a schema. */
  export const validators: Record<string, () => Promise<{ validate: Validate }>>;
}

declare module 'ajv-formats/dist/formats.js' {
  export const fullFormats: Record<string, unknown>;
}

declare module 'virtual:call-verbs' {
  /** By `Service/Method`; what is not there is a POST. */
  export const verbs: Readonly<Record<string, 'GET' | 'PUT' | 'DELETE' | undefined>>;
}

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { parseMessage } from '../../../domain/message/message.ts';
import type { FaultView, FieldView } from './message-types.ts';

export interface Reading {
  /** Null: it is no message. */
  type: string | null;
  fields: FieldView[];
  faults: FaultView[];
}

/** What a text says and what is wrong with it, by the very rules of the server's Check: at once, at each letter. */
export function useReading(text: string): Reading {
  const { t } = useTranslation();
  return useMemo(() => {
    const { message, pieces, faults } = parseMessage(text);
    return {
      type: message?.title.type ?? null,
      fields: pieces.map(({ field, column, text: own }) => ({
        field,
        name: t(`message.field.${field}`),
        column,
        length: own.length,
      })),
      faults: faults.map(({ field, column, length, key, values }) => ({
        field,
        column,
        length,
        message: t(key, values ?? {}),
      })),
    };
  }, [text, t]);
}

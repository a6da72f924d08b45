import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageErrorView } from '#contract/messages/message-shapes.ts';
import { notifiedErrors } from '#domain/messages/against-notified.ts';
import type { Notified } from '#domain/messages/compose.ts';
import { parseMessage } from '#domain/messages/message.ts';
import type { FieldView } from './segments.ts';

export interface Reading {
  /** Null: it is no message. */
  type: string | null;
  fields: FieldView[];
  errors: MessageErrorView[];
}

const nothing: readonly Notified[] = [];

/**
 * What a text says and what is wrong with it, by the very rules of the server: at once, at each letter. `known`: what
 * the addressees know of the flights that it may speak of.
 */
export function useReading(text: string, known: readonly Notified[] = nothing): Reading {
  const { t } = useTranslation();
  return useMemo(() => {
    const { message, pieces, errors: own } = parseMessage(text);
    const callsign = message?.fields['7']?.callsign;
    const flight = known.length === 1 ? known[0] : known.find((one) => one.callsign === callsign);
    const errors = flight ? [...own, ...notifiedErrors(text, flight)] : own;
    return {
      type: message?.title.type ?? null,
      fields: pieces.map(({ field, column, text: own }) => ({
        field,
        name: t(`message.field.${field}`),
        column,
        length: own.length,
      })),
      errors: errors.map(({ field, column, length, key, values }) => ({
        field,
        column,
        length,
        message: t(key, values ?? {}),
      })),
    };
  }, [text, known, t]);
}

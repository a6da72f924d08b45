import type { ChangeMessage } from '#contract/hub.ts';
import type { StoredText } from '#domain/text/locales/stored-text.ts';
import type { Logger } from './logger.ts';

/**
 * What was committed and whom it concerns. Publishers call `publish` after the transaction;
 * the hub is the listener that tells screens, metrics and caches may be others.
 */
export interface RecordChange {
  resource: string;
  id: number;
  action: 'create' | 'update' | 'delete' | 'restore' | 'purge';
  /** The record after the change (a purged one as it last was), with its scope fields: the hub decides by them who may know. */
  record: Record<string, unknown>;
  /** What a person is told, with title and content; absent: screens refresh, nobody is told. */
  message?: Omit<ChangeMessage, 'resource' | 'id' | 'message' | 'messageEn' | 'by' | 'at'> & {
    message: StoredText;
    /** Only to the people of the record (its scope), not to all who may read it. */
    isPersonal?: true;
    /** The same without the record's title, for those who may not read it. */
    untitled?: Pick<ChangeMessage, 'content' | 'contentEn'>;
  };
  by: number | null;
  /** UTC ISO 8601. */
  at: string;
  /** One of many made together (an import): screens are told once for all of them. */
  many?: true;
}

export interface ChangeFeed {
  publish(change: RecordChange): void;
  subscribe(listener: (change: RecordChange) => void): () => void;
}

export function createChangeFeed(log: Logger): ChangeFeed {
  const listeners = new Set<(change: RecordChange) => void>();
  return {
    publish(change) {
      for (const listener of listeners) {
        try {
          listener(change);
        } catch (error) {
          log.error(
            { error, resource: change.resource, id: change.id },
            'a listener of record changes failed',
          );
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

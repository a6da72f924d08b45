import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { localText } from '#web/client/clock.ts';
import { useLabel } from '#web/client/locale.ts';
import { fieldOf } from '#web/engine/fields.ts';
import type { Draft } from './drafts.ts';

interface Props {
  resource: Resource;
  draft: Draft;
  /** Version of the record as it is now; null: a new one. */
  version: number | null;
  onRestore: () => void;
  onDiscard: () => void;
}

/** What was typed here before the browser went away: when, which fields, and whether the record has changed since. */
export function DraftBanner({ resource, draft, version, onRestore, onDiscard }: Props) {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const names = Object.keys(draft.changes).map((field) =>
    label(fieldOf(resource, field)?.['x-label'], field),
  );
  const list = new Intl.ListFormat(i18n.language === 'en' ? 'en' : 'zh', { type: 'conjunction' });
  const shown = names.length > 6 ? [...names.slice(0, 6), '…'] : names;
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      message={t('form.draft.found', { when: localText(draft.at) })}
      description={
        <>
          {t('form.draft.fields', { count: names.length, list: list.format(shown) })}
          {draft.version !== version && <div>⚠ {t('form.draft.stale')}</div>}
        </>
      }
      action={
        <span className="cw-bar">
          <Button size="small" type="primary" onClick={onRestore}>
            {t('form.draft.restore')}
          </Button>
          <Button size="small" onClick={onDiscard}>
            {t('form.draft.discard')}
          </Button>
        </span>
      }
    />
  );
}

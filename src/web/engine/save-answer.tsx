import { Alert } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { Failure } from '#web/ui/failure.tsx';
import { Conflict } from './conflict.tsx';
import { DraftBanner } from './form/draft-banner.tsx';
import type { FormDraft } from './form/use-draft.ts';
import type { ConflictState } from './merge.ts';

interface Props {
  resource: Resource;
  /** What is said of a failure. */
  title: string;
  editor: {
    failure: unknown;
    draft: Pick<FormDraft, 'found' | 'discard'>;
    restoreDraft: () => void;
    /** Of the record as it is stored; null: a new one. */
    version: number | null;
    outdated: boolean;
    conflict: ConflictState | null;
    busy: boolean;
    choose: (field: string, choice: 'mine' | 'theirs') => void;
    saveMerged: () => void;
  };
}

/**
 * Above a form: why its save failed, what was typed before the browser went away, that its record has changed meanwhile, or what a save that came too late leaves to
 * choose. Whoever saved from the form's end is led here.
 */
export function SaveAnswer({ resource, title, editor }: Props) {
  const { t } = useTranslation();
  const { failure, draft, outdated, conflict, busy, choose, saveMerged } = editor;
  const box = useRef<HTMLDivElement>(null);
  const open = conflict !== null;
  useEffect(() => {
    if (failure || open) box.current?.scrollIntoView({ block: 'nearest' });
  }, [failure, open]);
  if (!failure && !draft.found && !outdated && !conflict) return null;
  return (
    <div ref={box} className="cw-save-answer">
      {Boolean(failure) && <Failure title={title} error={failure} />}
      {draft.found && (
        <DraftBanner
          resource={resource}
          draft={draft.found}
          version={editor.version}
          onRestore={editor.restoreDraft}
          onDiscard={draft.discard}
        />
      )}
      {outdated && !conflict && <Alert type="info" showIcon message={t('form.outdated')} />}
      {conflict && (
        <Conflict
          resource={resource}
          current={conflict.current}
          found={conflict.found}
          busy={busy}
          onChoose={choose}
          onSave={saveMerged}
        />
      )}
    </div>
  );
}

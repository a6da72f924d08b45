import { Alert } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { Failure } from '#web/ui/failure.tsx';
import { Conflict } from './conflict.tsx';
import type { ConflictState } from './merge.ts';

interface Props {
  resource: Resource;
  /** What is said of a failure. */
  title: string;
  editor: {
    failure: unknown;
    outdated: boolean;
    conflict: ConflictState | null;
    busy: boolean;
    choose: (field: string, choice: 'mine' | 'theirs') => void;
    saveMerged: () => void;
  };
}

/**
 * Above a form: why its save failed, that its record has changed meanwhile, or what a save that came too late leaves to
 * choose. Whoever saved from the form's end is led here.
 */
export function SaveAnswer({ resource, title, editor }: Props) {
  const { t } = useTranslation();
  const { failure, outdated, conflict, busy, choose, saveMerged } = editor;
  const box = useRef<HTMLDivElement>(null);
  const open = conflict !== null;
  useEffect(() => {
    if (failure || open) box.current?.scrollIntoView({ block: 'nearest' });
  }, [failure, open]);
  if (!failure && !outdated && !conflict) return null;
  return (
    <div ref={box} className="cw-save-answer">
      {Boolean(failure) && <Failure title={title} error={failure} />}
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

import { Alert, Input, Modal, Radio } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '#contract/preferences.ts';
import { numberOf } from '#domain/text/narrow.ts';
import { RequestError } from '#web/client/http.ts';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import { onEnter } from '#web/ui/composing.ts';
import type { ViewDraft } from './use-views.ts';

type Named = Pick<ViewDraft, 'name' | 'audience' | 'role'>;

interface Props {
  /** Absent: a new one. */
  view: SavedView | undefined;
  mayShare: boolean;
  onSave: (named: Named) => Promise<void>;
  onClose: () => void;
}

/** The name of a view, and who sees it. */
export function SaveViewDialog({ view, mayShare, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [named, setNamed] = useState<Named>({
    name: view?.name ?? '',
    audience: view?.audience ?? 'private',
    role: view?.role ?? null,
  });
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [problem, setError] = useState<string | null>(null);
  const nameError = errors.name?.[0];
  const roleError = errors.role?.[0];

  const save = async () => {
    if (named.name.trim() === '') {
      setErrors({ name: [t('list.view.nameNeeded')] });
      return;
    }
    setBusy(true);
    setErrors({});
    setError(null);
    try {
      await onSave(named);
    } catch (error) {
      setBusy(false);
      const fields = error instanceof RequestError ? error.errors : {};
      setErrors(fields);
      if (!fields.name && !fields.role)
        setError(error instanceof Error ? t(error.message) : t('shell.error.unknown'));
    }
  };
  return (
    <Modal
      open
      title={t(view ? 'list.view.rename' : 'list.view.saveAs')}
      okText={t('list.view.save')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <label htmlFor={id}>{t('list.view.name')}</label>
      <Input
        id={id}
        autoFocus
        maxLength={60}
        value={named.name}
        status={nameError ? 'error' : undefined}
        aria-invalid={nameError !== undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => setNamed({ ...named, name: event.target.value })}
        onPressEnter={onEnter(() => void save())}
      />
      <div id={`${id}-error`} className="cw-error" role="alert">
        {nameError}
      </div>
      {mayShare && (
        <fieldset className="cw-plain-set" style={{ marginTop: 12 }}>
          <legend>{t('list.view.audience')}</legend>
          <Radio.Group
            value={named.audience}
            onChange={({ target }) => setNamed({ ...named, audience: target.value })}
            options={(['private', 'role', 'everyone'] as const).map((value) => ({
              value,
              label: t(`list.view.for.${value}`),
            }))}
          />
          {named.audience === 'role' && (
            <div style={{ marginTop: 8 }}>
              <RelationSelect
                resource="role"
                label={t('list.view.role')}
                placeholder={t('list.view.role')}
                value={named.role ?? undefined}
                invalid={roleError !== undefined}
                onChange={(role) => setNamed({ ...named, role: numberOf(role) })}
              />
              <div className="cw-error" role="alert">
                {roleError}
              </div>
            </div>
          )}
        </fieldset>
      )}
      {problem && <Alert type="error" showIcon message={problem} style={{ marginTop: 12 }} />}
    </Modal>
  );
}

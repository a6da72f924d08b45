import { useInvalidate } from '@refinedev/core';
import { Spin } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { isObject } from '#domain/text/narrow.ts';
import { patchRecord } from '#web/client/data.ts';
import { RequestError } from '#web/client/http.ts';
import { useDirty } from '#web/client/live.ts';
import { fieldOf, kindOf } from '#web/engine/fields.ts';
import { FieldInput } from '#web/engine/form/field-input.tsx';
import { pressedKey } from '#web/ui/composing.ts';
import { ownChanges } from './use-held-rows.ts';
import type { Row } from './use-rows.ts';

export interface EditedCell {
  resource: Resource;
  field: string;
  row: Row;
}

/** Kinds whose control chooses rather than types. */
const chosen = new Set(['boolean', 'enum', 'dictionary', 'relation']);

/** The editor of a cell: Enter and leaving save, Escape does not. */
export function InlineEditor({ resource, field, row, onClose }: EditedCell & { onClose: () => void }) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const [value, setValue] = useState<unknown>(row[field] ?? null);
  const [version, setVersion] = useState(Number(row.version));
  const [busy, setBusy] = useState(false);
  const [problem, setError] = useState<string | null>(null);
  const changed = JSON.stringify(value ?? null) !== JSON.stringify(row[field] ?? null);
  useDirty(changed);

  const save = async (next: unknown = value) => {
    if (busy) return;
    if (JSON.stringify(next ?? null) === JSON.stringify(row[field] ?? null)) {
      onClose();
      return;
    }
    setBusy(true);
    setError(null);
    try {
      await patchRecord(resource.name, row.id, { version, [field]: next ?? null });
      onClose();
      await invalidate({ resource: resource.name, invalidates: ['list', 'many', 'detail'], id: row.id });
      ownChanges.set(ownChanges.get() + 1);
    } catch (error) {
      setError(errorText(error));
      // Told once that it was changed, the user may still mean what they typed: Enter then saves over what is
      // there now.
      if (error instanceof RequestError && isObject(error.current)) setVersion(Number(error.current.version));
    } finally {
      setBusy(false);
    }
  };

  function errorText(error: unknown): string {
    if (!(error instanceof RequestError)) return t('shell.error.unknown');
    if (error.statusCode === 409 && isObject(error.current)) {
      const now = error.current[field];
      return t('list.inlineStale', { value: now === null || now === undefined ? '—' : String(now) });
    }
    return Object.values(error.errors).flat()[0] ?? t(error.message);
  }

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (pressedKey(event) === 'Escape') onClose();
    else if (
      pressedKey(event) === 'Enter' &&
      !(event.target instanceof Element && event.target.closest('.ant-select-open'))
    ) {
      event.preventDefault();
      void save();
    }
  };
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = box.current?.querySelector<HTMLElement>('input, textarea, button');
    input?.focus();
    if (input instanceof HTMLInputElement && input.type === 'text') input.select();
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter and Escape of the editor inside
    <div
      ref={box}
      className="cw-inline"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        // Its own list of choices or days is a part of it.
        if (event.currentTarget.contains(event.relatedTarget) || problem !== null) return;
        if (event.relatedTarget?.closest('.ant-picker-dropdown')) return;
        if (document.querySelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')) return;
        void save();
      }}
    >
      <FieldInput
        resource={resource}
        field={field}
        value={value}
        errors={problem === null ? [] : [problem]}
        onChange={(next) => {
          setValue(next ?? null);
          // A choice is a whole answer: it is saved at once.
          if (chosen.has(kindOf(fieldOf(resource, field) ?? {}))) void save(next ?? null);
        }}
      />
      {busy && <Spin size="small" />}
    </div>
  );
}

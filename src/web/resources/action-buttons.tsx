import { useInvalidate } from '@refinedev/core';
import { Button } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../domain/resource.ts';
import { useHolds } from '../providers/access.ts';
import { type ActionProps, actionsOf, type RecordAction } from './actions.ts';
import { titleOf } from './labels.ts';

interface Props {
  resource: Resource;
  record: ActionProps['record'];
}

/** The buttons of a record's own actions, each only for who may do it. */
export function ActionButtons({ resource, record }: Props) {
  return actionsOf(resource.name).map((action) => (
    <ActionButton key={action.name} action={action} resource={resource} record={record} />
  ));
}

function ActionButton({ action, resource, record }: Props & { action: RecordAction }) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const allowed = useHolds(action.permission);
  const Dialog = useMemo(() => lazy(action.load), [action]);
  const [open, setOpen] = useState(false);
  if (!allowed) return null;
  const close = (changed: boolean) => {
    setOpen(false);
    if (changed) {
      void invalidate({ resource: resource.name, invalidates: ['list', 'many', 'detail'], id: record.id });
    }
  };
  return (
    <>
      <Button icon={<action.Icon />} onClick={() => setOpen(true)}>
        {t(action.titleKey)}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <Dialog record={record} name={titleOf(resource, record)} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

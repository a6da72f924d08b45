import { useInvalidate } from '@refinedev/core';
import { Modal, Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionProps } from '#web/engine/record-actions.ts';

// Leaflet and the drawing tools come only with the map.
const CoverageEditor = lazy(async () => ({
  default: (await import('./coverage-editor.tsx')).CoverageEditor,
}));

/** The areas of a user, chosen on the map or drawn there. */
export function CoverageDialog({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const close = (changed: boolean) => {
    if (changed) void invalidate({ resource: 'organizationUnit', invalidates: ['list'] });
    onClose(changed);
  };
  return (
    <Modal
      open
      width={1000}
      title={t('admin.coverage.title', { name })}
      footer={null}
      onCancel={() => close(false)}
      destroyOnHidden
    >
      <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
        <CoverageEditor record={record} name={name} onClose={close} />
      </Suspense>
    </Modal>
  );
}

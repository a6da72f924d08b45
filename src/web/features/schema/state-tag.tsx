import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { OverlayState } from '#domain/overlays/overlay.ts';

const colours: Record<OverlayState, string> = {
  draft: 'default',
  published: 'success',
  withdrawn: 'warning',
};

/** Where an overlay stands, and whether its draft says something else. */
export function StateTag({
  state,
  changed,
  isNew = false,
}: {
  state: OverlayState;
  changed: boolean;
  isNew?: boolean;
}) {
  const { t } = useTranslation();
  if (isNew) return changed ? <Tag>{t('schema.state.draft')}</Tag> : null;
  return (
    <>
      <Tag color={colours[state]}>{t(`schema.state.${state}`)}</Tag>
      {changed && state === 'published' && <Tag color="processing">{t('schema.changed')}</Tag>}
    </>
  );
}

import { ShareAltOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sharers } from '#domain/sharing/sharers.ts';
import { useHolds } from '#web/client/access.ts';
import { mapToken } from '#web/client/map-token.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import type { ToShare } from './to-share.ts';

const ShareDialog = onDemand(async () => (await import('./share-dialog.tsx')).ShareDialog);

/** Makes a link to one plan, airspace or track for somebody without an account, and withdraws it. */
export function ShareButton({ what, title }: { what: ToShare; title: string }) {
  const { t } = useTranslation();
  const mayShare = useHolds(sharers);
  const [open, setOpen] = useState(false);
  // The map for phones only reads.
  if (!mayShare || mapToken.inUse()) return null;
  return (
    <>
      <Button size="small" icon={<ShareAltOutlined />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('share.button')}
      </Button>
      {open && <ShareDialog what={what} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

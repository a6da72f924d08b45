import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** The part of the page that is shown; absent: all of it. */
  room?: { current: HTMLElement | null };
  /** Among the small signs of a bar. */
  quiet?: boolean;
}

/** Shows a part of the page on the whole screen, and takes it back. */
export function FullScreenButton({ room, quiet = false }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [full, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const toggle = async () => {
    try {
      const shown = room ? room.current : document.documentElement;
      if (document.fullscreenElement) await document.exitFullscreen();
      else if (document.fullscreenEnabled && shown) await shown.requestFullscreen();
      else throw new Error();
    } catch {
      // Where the browser has none, or the page that holds this one forbids it.
      message.warning(t('shell.fullScreen.unsupported'));
    }
  };
  const label = t(full ? 'shell.fullScreen.leave' : 'shell.fullScreen');
  return (
    <Button
      {...(quiet ? { type: 'text', size: 'small' } : {})}
      icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      aria-label={label}
      title={label}
      onClick={() => void toggle()}
    />
  );
}

import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pressedKey } from '#web/ui/composing.ts';
import { isTyping } from '#web/ui/is-typing.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const KeysHelp = lazy(async () => ({ default: (await import('./keys-help.tsx')).KeysHelp }));

/** Ctrl/⌘ K opens the palette, `?` the list of keys; a button does it for those without a keyboard. */
export function PaletteKeys() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const help = useCallback(() => setOpen('keys'), []);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && pressedKey(event).toLowerCase() === 'k') {
        event.preventDefault();
        setOpen((now) => (now === 'palette' ? null : 'palette'));
      } else if (pressedKey(event) === '?' && !isTyping(event.target)) {
        setOpen('keys');
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      <Button
        type="text"
        icon={<SearchOutlined />}
        aria-label={t('palette.title')}
        title={`${t('palette.title')} (Ctrl+K)`}
        onClick={() => setOpen('palette')}
      />
      <Suspense>
        {open === 'palette' && <Palette onClose={close} onHelp={help} />}
        {open === 'keys' && <KeysHelp onClose={close} />}
      </Suspense>
    </>
  );
}

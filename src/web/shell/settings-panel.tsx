import { Drawer, Form, Radio, Switch } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { preferences, setPreferences } from '#web/client/preferences.ts';
import type { ComponentSize, ThemeChoice } from '#web/client/read-preferences.ts';
import { useStore } from '#web/client/store.ts';
import { ColourInput, isColour } from '#web/ui/colour-input.tsx';

const sizes: ComponentSize[] = ['small', 'middle', 'large'];

const themes: ThemeChoice[] = ['light', 'dark', 'system'];

/** Theme colour, tags, header and logo of specification §2, light or dark, and the size of controls. */
export function SettingsPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { tagsView, logo, size, theme, fixedHeader } = useStore(preferences);
  return (
    <Drawer open={open} onClose={onClose} title={t('shell.settings')} width={320}>
      <Form layout="vertical" component="div">
        <Form.Item label={t('shell.settings.accent')}>
          <Accent />
        </Form.Item>
        <Form.Item label={t('shell.theme')}>
          <Radio.Group
            value={theme}
            onChange={(event) => setPreferences({ theme: event.target.value })}
            options={themes.map((value) => ({ value, label: t(`shell.theme.${value}`) }))}
          />
        </Form.Item>
        <Form.Item label={t('shell.settings.size')}>
          <Radio.Group
            value={size}
            onChange={(event) => setPreferences({ size: event.target.value })}
            options={sizes.map((value) => ({ value, label: t(`shell.settings.size.${value}`) }))}
          />
        </Form.Item>
        <Form.Item label={t('shell.settings.tags')}>
          <Switch
            checked={tagsView}
            aria-label={t('shell.settings.tags')}
            onChange={(value) => setPreferences({ tagsView: value })}
          />
        </Form.Item>
        <Form.Item label={t('shell.settings.fixedHeader')} extra={t('shell.settings.fixedHeader.help')}>
          <Switch
            checked={fixedHeader}
            aria-label={t('shell.settings.fixedHeader')}
            onChange={(value) => setPreferences({ fixedHeader: value })}
          />
        </Form.Item>
        <Form.Item label={t('shell.settings.logo')}>
          <Switch
            checked={logo}
            aria-label={t('shell.settings.logo')}
            onChange={(value) => setPreferences({ logo: value })}
          />
        </Form.Item>
      </Form>
    </Drawer>
  );
}

/** Taken over as soon as what is written is a colour. */
function Accent() {
  const { t } = useTranslation();
  const { accent } = useStore(preferences);
  const [text, setText] = useState(accent);
  useEffect(() => setText(accent), [accent]);
  return (
    <ColourInput
      label={t('shell.settings.accent')}
      aria-label={t('shell.settings.accent')}
      value={text}
      status={isColour(text) ? '' : 'error'}
      aria-invalid={!isColour(text)}
      onChange={(next) => {
        setText(next);
        if (isColour(next)) setPreferences({ accent: next.toLowerCase() });
      }}
    />
  );
}

import { DownOutlined, UserOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { nameIn } from '#domain/text/name-in.ts';
import { signOut } from '#web/client/auth.ts';
import { setLocale } from '#web/client/i18n.ts';
import { preferences, setPreferences } from '#web/client/preferences.ts';
import type { ThemeChoice } from '#web/client/read-preferences.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { endView, viewing } from '#web/client/view-as.ts';
import { ChangePassword } from '#web/features/identity/account/change-password.tsx';
import { useIsMobile } from '#web/ui/appearance.ts';
import { SettingsPanel } from './settings-panel.tsx';

const themes: ThemeChoice[] = ['light', 'dark', 'system'];

/** Who is signed in; language, theme, settings, password, sign-out. */
export function UserMenu() {
  const { t } = useTranslation();
  const user = useStore(currentUser);
  const { locale, theme } = useStore(preferences);
  const seenAs = useStore(viewing);
  const mobile = useIsMobile();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState<'password' | 'settings' | null>(null);

  const name = user ? nameIn(user.actor, locale) : '';

  const leave = async () => {
    await signOut();
    await navigate(`/login?redirect=${encodeURIComponent(pathname + search)}`);
  };

  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: `${name} · ${(user?.roles ?? []).join(', ')}`,
    },
    {
      key: 'language',
      label: t('shell.language'),
      children: [
        { key: 'zh-Hans', label: <span lang="zh-Hans">中文</span>, onClick: () => setLocale('zh-Hans') },
        { key: 'en', label: <span lang="en">English</span>, onClick: () => setLocale('en') },
      ],
    },
    {
      key: 'theme',
      label: t('shell.theme'),
      children: themes.map((choice) => ({
        key: choice,
        label: t(`shell.theme.${choice}`),
        onClick: () => setPreferences({ theme: choice }),
      })),
    },
    { key: 'settings', label: t('shell.settings'), onClick: () => setOpen('settings') },
    { key: 'account', label: t('account.title'), onClick: () => void navigate('/account') },
    { key: 'password', label: t('shell.password.title'), onClick: () => setOpen('password') },
    { key: 'bind', label: t('shell.public.bindCode'), onClick: () => void navigate('/permission/bindCode') },
    { key: 'tokens', label: t('tokens.title'), onClick: () => void navigate('/permission/apiTokens') },
    ...(seenAs ? [{ key: 'view', label: t('matrix.view.end'), onClick: endView }] : []),
    { type: 'divider' },
    { key: 'out', label: t('shell.signOut'), danger: true, onClick: () => void leave() },
  ];

  return (
    <>
      <Dropdown menu={{ items, selectable: true, selectedKeys: [locale, theme] }} trigger={['click']}>
        <Button type="text" icon={<UserOutlined />} aria-label={t('shell.user', { name })}>
          {mobile ? null : (
            <>
              {name} <DownOutlined style={{ fontSize: 10 }} />
            </>
          )}
        </Button>
      </Dropdown>
      <ChangePassword open={open === 'password'} onClose={() => setOpen(null)} />
      <SettingsPanel open={open === 'settings'} onClose={() => setOpen(null)} />
    </>
  );
}

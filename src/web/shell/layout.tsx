import { MenuOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation, useNavigation } from 'react-router';
import { serviceSettings } from '#web/client/clock.ts';
import { preferences } from '#web/client/preferences.ts';
import { useStore } from '#web/client/store.ts';
import { AlertsButton } from '#web/features/alerts/alerts-button.tsx';
import { CoordinationLife } from '#web/features/coordination/coordination-life.tsx';
import { DemandBanner } from '#web/features/coordination/orders/demand-banner.tsx';
import { CoordinationButton } from '#web/features/coordination/shell-button.tsx';
import { UnsentMessages } from '#web/features/coordination/unsent-banner.tsx';
import { DetourPrompts } from '#web/features/notices/detour-prompts.tsx';
import { NoticeStrip } from '#web/features/notices/notice-strip.tsx';
import { UnsentReports } from '#web/features/plans/unsent-panel.tsx';
import { useIsMobile } from '#web/ui/appearance.ts';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { usePageFlag } from '#web/ui/route-handle.ts';
import { noteVisit } from '#web/ui/visited.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ErrorNet } from './error-net.tsx';
import { Menu } from './menu.tsx';
import { PaletteKeys } from './palette/palette-keys.tsx';
import { SessionCare } from './session-care.tsx';
import { SidebarPanel, SidebarToggle, useSection } from './sidebar-panel.tsx';
import { closeSidebar } from './sidebar-store.ts';
import { useStoredPreferences } from './stored-preferences.ts';
import { FoldedTags, TagBar, useVisitedTags } from './tag-bar.tsx';
import { UserMenu } from './user-menu.tsx';
import { ViewBanner } from './view-banner.tsx';

/**
 * The frame of every page: menu, tags, sidebar, content, bottom bar. Below 992 px the menu is a drawer. Menu, tags, sidebar and
 * what has to be acknowledged stay in sight while a page scrolls; with the fixed header the line of notices does, too. A full
 * page never scrolls.
 */
export function Layout() {
  const { t } = useTranslation();
  const { tagsView, logo, fixedHeader } = useStore(preferences);
  const { timeZone } = useStore(serviceSettings);
  const { pathname, search } = useLocation();
  const mobile = useIsMobile();
  const section = useSection();
  const [drawer, setDrawer] = useState(false);
  const [visit, setVisit] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLElement>(null);
  const navigation = useNavigation();
  const full = usePageFlag('full');
  useDocumentTitle(pathname);
  useStoredPreferences();
  useVisitedTags();

  useEffect(() => noteVisit(pathname, search), [pathname, search]);

  // A new page starts at its top, and the drawer has done its work.
  useEffect(() => {
    content.current?.scrollTo({ top: 0 });
    frame.current?.scrollTo({ top: 0 });
    setDrawer(false);
    void pathname;
  }, [pathname]);

  // A window that becomes a phone's has no room for the sidebar, and nobody asked to see it go.
  const wasMobile = useRef(mobile);
  useEffect(() => {
    if (mobile && !wasMobile.current) closeSidebar(true);
    wasMobile.current = mobile;
  }, [mobile]);

  return (
    <div className="cw-frame" data-device={mobile ? 'mobile' : 'desktop'}>
      <button type="button" className="cw-skip" onClick={() => content.current?.focus()}>
        {t('shell.skip')}
      </button>
      <ViewBanner />
      <header className="cw-top">
        {mobile && (
          <Button
            type="text"
            icon={<MenuOutlined />}
            aria-label={t('shell.menu')}
            aria-expanded={drawer}
            onClick={() => setDrawer(true)}
          />
        )}
        {!mobile && section && <SidebarToggle />}
        {logo && (
          <Link to="/home" className="cw-brand">
            <img src="/icon.svg" alt="" width={24} height={24} />
            <span>{t('shell.product')}</span>
          </Link>
        )}
        {mobile ? (
          !logo && <span className="cw-grow" />
        ) : (
          <nav aria-label={t('shell.menu')}>
            <Menu mode="horizontal" />
          </nav>
        )}
        {!tagsView && !mobile && <FoldedTags />}
        <AlertsButton />
        <CoordinationButton />
        <PaletteKeys />
        {mobile && <UserMenu />}
      </header>
      {mobile && (
        <Drawer
          open={drawer}
          placement="left"
          width={300}
          title={t('shell.product')}
          onClose={() => setDrawer(false)}
          styles={{ body: { padding: 0 } }}
        >
          <nav aria-label={t('shell.menu')}>
            <Menu mode="inline" />
          </nav>
        </Drawer>
      )}
      {tagsView && !mobile && <TagBar onRefresh={() => setVisit((count) => count + 1)} />}
      <DemandBanner />
      <div className="cw-body">
        {!mobile && section && <SidebarPanel section={section} />}
        <div ref={frame} className="cw-scroll" data-fixed={fixedHeader || full}>
          <NoticeStrip />
          <UnsentReports />
          <UnsentMessages />
          <main
            id="content"
            ref={content}
            className="cw-content"
            tabIndex={-1}
            aria-busy={navigation.state === 'loading'}
            style={full ? { overflow: 'hidden' } : undefined}
          >
            {/* Times of day that somebody types mean the zone in which the page was opened. */}
            <Outlet key={`${visit} ${timeZone}`} />
          </main>
        </div>
      </div>
      <BottomBar />
      <ErrorNet />
      <DetourPrompts />
      <CoordinationLife />
      <SessionCare />
    </div>
  );
}

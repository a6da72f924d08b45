import { AbilityProvider } from '@casl/react';
import { useNotificationProvider } from '@refinedev/antd';
import { Refine } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { type ReactNode, useMemo } from 'react';
import { ability, accessControlProvider } from '#web/client/access.ts';
import { authProvider } from '#web/client/auth.ts';
import { dataProvider } from '#web/client/data.ts';
import { i18nProvider } from '#web/client/i18n.ts';
import { queryClient } from '#web/client/query-client.ts';
import { useResources } from '#web/client/record-types.ts';
import { ThemeProvider } from './theme-provider.tsx';

/**
 * Theme, rights and refine around the screens of whoever is there: a user, or an applicant with their ticket.
 * refine knows record types by name alone: screens say which one they are about, and with their paths each of refine's
 * hooks would look for the address of the page among all of them.
 */
export function RefineFrame({ children }: { children: ReactNode }) {
  const types = useResources();
  const resources = useMemo(() => types.map(({ name }) => ({ name })), [types]);
  return (
    <ThemeProvider>
      <AbilityProvider value={ability}>
        <Refine
          dataProvider={dataProvider}
          authProvider={authProvider}
          accessControlProvider={accessControlProvider}
          i18nProvider={i18nProvider}
          notificationProvider={useNotificationProvider}
          routerProvider={routerProvider}
          resources={resources}
          options={{
            disableTelemetry: true,
            disableRouteChangeHandler: true,
            reactQuery: { clientConfig: queryClient },
            title: { text: 'Clearway' },
          }}
        >
          {children}
        </Refine>
      </AbilityProvider>
    </ThemeProvider>
  );
}

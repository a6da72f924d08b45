import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { open, server } from '#tests/component/support/mount.tsx';
import { seen } from '#tests/component/support/ui.ts';

/** The page of a source of information: how it goes, and the box for its reports. */

const at = Date.UTC(2026, 10, 23, 5);

function source(transport: string): number {
  const [row] = server().add('informationSource', { name: '电报', transport, enabled: true, version: 1 });
  const id = row?.id ?? 0;
  server().call('Information', 'GetSources', () => ({
    at,
    items: [
      {
        sourceId: id,
        name: '电报',
        transport,
        enabled: true,
        lastAt: at - 60_000,
        isSilent: false,
        reportsLastHour: 12,
        reports: 240,
        unreadable: 3,
        reasons: [
          { reason: '日期时间无效', count: 2 },
          { reason: '缺少地名代码', count: 1 },
        ],
        fault: null,
      },
    ],
  }));
  return id;
}

test.each([
  [false, 'light'],
  [true, 'dark'],
] as const)(
  'on a phone %s and %s it says how the source goes and what could not be read',
  async (phone, theme) => {
    const id = source('directory');
    await open(`/information/informationSource/${id}?tab=intake`, { theme, phone });
    await seen(page.getByText('正常', { exact: true }));
    await seen(page.getByText('日期时间无效'));
    const link = page.getByRole('link', { name: '3', exact: true });
    await expect
      .element(link)
      .toHaveAttribute('href', `/information/informationMessage?f.source.in=${id}&f.state.in=unreadable`);
    expect(page.getByRole('button', { name: '提交' }).elements()).toHaveLength(0);
  },
);

test('reports are tried out in words, and handed in where the source is filled by hand', async () => {
  const id = source('manual');
  const asked: unknown[] = [];
  server().call('Information', 'TryOut', (input) => {
    asked.push(input);
    return {
      items: [
        {
          kind: 'METAR',
          heading: 'SACI31 ZBBB 230500',
          raw: 'METAR ZUGH 230500Z',
          isReadable: false,
          reason: '无可识别的内容',
          decoded: null,
        },
      ],
    };
  });
  server().call('Information', 'Submit', (input) => {
    asked.push(input);
    const raw = 'METAR ZUGH 230500Z';
    const rest = { kind: 'METAR', heading: null, resource: null, recordId: null };
    return {
      items: [
        { ...rest, raw: 'METAR ZUUU 230500Z CAVOK', state: 'stored', reason: null },
        { ...rest, raw, state: 'unreadable', reason: '无可识别的内容' },
      ],
    };
  });
  await open(`/information/informationSource/${id}?tab=intake`);
  const box = page.getByRole('textbox', { name: '录入报文' });
  await box.fill('METAR ZUUU 230500Z CAVOK=\nMETAR ZUGH 230500Z=');
  await page.getByRole('button', { name: '试解析' }).click();
  await seen(page.getByText('无可识别的内容'));
  await page.getByRole('button', { name: '提交' }).click();
  await seen(page.getByText('已入库'));
  // What could not be read stays to be corrected.
  await expect.element(box).toHaveValue('METAR ZUGH 230500Z=');
  expect(asked[1]).toMatchObject({ source: id });
});

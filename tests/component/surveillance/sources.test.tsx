import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SourceState } from '#contract/surveillance-source.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, field, gone, seen } from '#tests/component/support/ui.ts';

/** The screen of the surveillance sources, and the trial of a mapping in their form. */

const at = Date.UTC(2026, 10, 23, 5);
const state = (sourceId: number, values: Partial<SourceState>): SourceState => ({
  sourceId,
  name: `站 ${sourceId}`,
  lastAt: at - 2_000,
  recordsPerSecond: 12.4,
  octetsPerSecond: 1_240,
  clients: null,
  records: 0,
  understood: 0,
  others: [],
  unusable: [],
  errors: 0,
  copies: 0,
  errorReasons: [],
  deadAfterS: 60,
  fault: null,
  ...values,
});

function sources(): number[] {
  const rows = server().add(
    'surveillanceSource',
    { name: '成都 ADS-B', type: 'Cat21', transport: 'udpUnicast', port: 8600, enabled: true },
    { name: '成都雷达', type: 'Cat48', transport: 'tcpClient', remoteHost: 'radar', port: 1, enabled: true },
    { name: '沉默站', type: 'beast', transport: 'tcpServer', port: 2, enabled: true },
    { name: '停用站', type: 'sbs', transport: 'udpUnicast', port: 3, enabled: false },
  );
  const [good = 0, wrong = 0, silent = 0] = rows.map(({ id }) => id);
  server().call('SurveillanceSource', 'GetStates', () => ({
    at,
    sources: [
      state(good, {
        records: 1_300,
        understood: 1_200,
        others: [
          { name: '接收机自身位置', count: 90, example: 'Station>OGNSDR:/073001h3057.61NI10400.58E&' },
          { name: '飞行员要求不被追踪或显示，其位置已丢弃', count: 10, example: '' },
        ],
        unusable: [{ name: '真航迹角', count: 3, example: '360.5' }],
      }),
      state(wrong, {
        fault: '很可能不是 2.x 版',
        errors: 1_204,
        errorReasons: [{ reason: '位置不在地球上', count: 1_204, example: '0x0200 13900000017' }],
      }),
      state(silent, { lastAt: at - 300_000, octetsPerSecond: 0, clients: 2 }),
    ],
  }));
  server().call('SurveillanceSource', 'Listen', ({ id }) =>
    Number(id) !== good
      ? null
      : {
          at,
          octets: 4,
          hex: '15 00 04 80',
          text: null,
          errors: [],
          others: [{ name: '仅含航空器标识', count: 1, example: '1581F4CLEARWAY000001' }],
          unusable: [],
          reports: [
            [
              { item: null, name: '呼号', value: 'CWT123', unit: '' },
              { item: null, name: '纬度', value: '30.5550814', unit: '°' },
            ],
          ],
          records: [
            {
              title: 'CAT021 2.x',
              rows: [{ item: 'I021/145', name: 'flight level', value: '50', unit: 'FL' }],
            },
          ],
        },
  );
  return rows.map(({ id }) => id);
}

test.each([
  [false, 'light'],
  [true, 'dark'],
] as const)(
  'on a phone %s and %s each source says how it goes, and its last message in words',
  async (phone, theme) => {
    const [, , , off = 0] = sources();
    await open('/statistics/sourceMonitor', { theme, phone });
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await seen(row('成都 ADS-B').getByText('正常'));
    await seen(row('成都 ADS-B').getByText('12.4 条/秒'));
    await seen(row('成都雷达').getByText('很可能不是 2.x 版'));
    await seen(row('沉默站').getByText('数据中断'));
    await seen(row('沉默站').getByText('已连接接收机：2'));
    await seen(row('停用站').getByText('停用', { exact: true }));
    await row('成都雷达').getByText('1.2k', { exact: true }).click();
    await seen(row('成都雷达').getByText('位置不在地球上'));
    await seen(row('成都雷达').getByText('0x0200 13900000017'));
    await seen(row('成都 ADS-B').getByText('已读取：1.3k'));
    await seen(row('成都 ADS-B').getByText('产生报告：1.2k'));
    await row('成都 ADS-B').getByText('无报告：100').click();
    await seen(row('成都 ADS-B').getByText('接收机自身位置'));
    await seen(row('成都 ADS-B').getByText('Station>OGNSDR:/073001h3057.61NI10400.58E&'));
    await seen(row('成都 ADS-B').getByText('飞行员要求不被追踪或显示'));
    await row('成都 ADS-B').getByText('不可用的值：3').click();
    await seen(row('成都 ADS-B').getByText('真航迹角'));
    await seen(row('成都 ADS-B').getByText('360.5'));
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);

    await row('停用站').getByRole('switch').click();
    await expect.poll(() => server().row('surveillanceSource', off).enabled).toBe(true);

    await row('成都 ADS-B').getByRole('button', { name: '成都 ADS-B 的最近消息' }).click();
    const panel = page.getByRole('region', { name: '最近消息' });
    await seen(panel.getByText('CWT123'));
    await seen(panel.getByText('30.555081', { exact: true }));
    await panel.getByText('无报告：1').click();
    await seen(panel.getByText('1581F4CLEARWAY000001'));
    await seen(panel.getByText('I021/145'));
    await seen(panel.getByText('15 00 04 80'));
  },
);

test('in English each source has its English name, where it has one', async () => {
  const [first = 0] = sources();
  server().add('surveillanceSource', {
    name: '演示 ADS-B 数据源',
    nameEn: 'Demo ADS-B source',
    type: 'Cat21',
    transport: 'udpUnicast',
    port: 8601,
    enabled: true,
  });
  server().call('SurveillanceSource', 'GetStates', () => ({
    at,
    sources: [state(first, { lastAt: null, errors: 3 })],
  }));
  await open('/statistics/sourceMonitor', { locale: 'en' });
  await seen(page.getByText('Data arrive, but none can be read: check type and edition'));
  await seen(page.getByRole('link', { name: 'Demo ADS-B source' }));
  await seen(page.getByRole('button', { name: /Demo ADS-B source/ }));
  await seen(page.getByRole('link', { name: '成都 ADS-B' }));
  await expect.poll(() => document.body.textContent).not.toContain('演示 ADS-B 数据源');

  await open('/statistics/surveillanceSource', { locale: 'en' });
  await seen(page.getByRole('link', { name: 'Demo ADS-B source', exact: true }));
  await seen(css(`a[href$="/surveillanceSource/${first}"]`));
});

test('the form shows what the transport needs, and tries a mapping before it is saved', async () => {
  await open('/statistics/surveillanceSource/create?type=json&transport=mqtt');
  await seen(css('.cw-form-page .cw-field'));
  const shown = () =>
    css('.cw-form-page [id^="field_"]')
      .elements()
      .map(({ id }) => id);
  expect(shown()).not.toContain('field_mapping');
  server().add('surveillanceSource', {
    name: '映射站',
    type: 'json',
    transport: 'mqtt',
    url: 'mqtt://broker',
    topics: ['a/+'],
    mapping: '{"fields":{"latitude":"/lat","longitude":"/lon"}}',
    enabled: true,
  });
  const id = server().rows('surveillanceSource').at(-1)?.id;
  await open(`/statistics/surveillanceSource/${id}/edit`);
  await seen(field('mapping'));
  await expect.poll(shown).toContain('field_url');
  for (const name of ['port', 'host', 'remoteHost', 'file', 'intervalS'])
    expect(shown()).not.toContain(`field_${name}`);
  const tried = page.getByRole('status', { name: '映射结果' });
  await page.getByLabelText('用样本试验').fill('{"lat":30.5,"lon":104.25}');
  await seen(tried.getByText('30.5 °'));
  await page.getByLabelText('用样本试验').fill('{"lat":300,"lon":104.25}');
  await seen(tried.getByText('位置不在地球上'));
  await field('mapping').fill('{"fields":{}}');
  await seen(tried.getByText('映射未给出 latitude 和 longitude'));
  await page.getByLabelText('用样本试验').fill('');
  await gone(tried);

  await css('.cw-mapping-preset').click();
  await page.getByRole('option', { name: 'readsb, tar1090, dump1090-fa' }).click({ force: true });
  await expect.element(field('mapping')).toHaveValue(expect.stringContaining('/seen_pos'));
  const row = '{"hex":"~780abc","lat":30.5,"lon":104.25,"alt_baro":"3500ft","seen_pos":41}';
  await page.getByLabelText('用样本试验').fill(`{"now":${Date.now() / 1_000},"aircraft":[${row}]}`);
  await seen(tried.getByText('位置的时效'));
  await seen(tried.getByText('41 s'));
  await seen(tried.getByText('非 ICAO 地址'));
  await seen(tried.getByText('气压高度（STD）：“3500ft”无法使用'));
  await css('.cw-mapping-preset').click();
  await page.getByRole('option', { name: '恢复原来的映射' }).click({ force: true });
  await expect.element(field('mapping')).toHaveValue('{"fields":{}}');
});

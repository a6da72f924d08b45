import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AirspaceItem } from '#contract/airspace/airspace-output.ts';
import { finding, refusedAt } from '#tests/component/plans/plan-sample.ts';
import { found, open, server } from '#tests/component/support/mount.tsx';
import { control, css, field, seen } from '#tests/component/support/ui.ts';
import { airspaceCheck, airspaceDetail, airspaceItem } from './airspace-sample.ts';

/** The form of an airspace. */

const geometry: AirspaceItem['geometry'] = {
  type: 'Polygon',
  coordinates: [
    [
      [104.3, 30.9],
      [104.31, 30.9],
      [104.31, 30.91],
      [104.3, 30.9],
    ],
  ],
};

beforeEach(() => {
  server().add('company', { id: 1, name: '云翼通航' });
  server().call('Airspace', 'CheckErrors', () => airspaceCheck());
});

function stored(values: Partial<AirspaceItem>, action: 'edit' | 'change'): void {
  const airspace = airspaceItem(7, { geometry, ...values });
  const view = {
    action,
    party: 'operator' as const,
    text: '',
    call: '',
    relevant: true,
    allowed: true,
    reason: null,
    rule: null,
    needs: [],
  };
  server().call('Airspace', 'Get', () => airspaceDetail(airspace, { actions: [view] }));
}

async function openForm() {
  const screen = await open('/situation/edit_a?id=7');
  await seen(field('remark'));
  return screen;
}

/** What was saved, by its version; the submission is refused. */
function refuseSubmission(fields: Record<string, string>): void {
  stored({ state: 0, auditState: 0 }, 'edit');
  let version = 1;
  server().call('Airspace', 'Save', () => {
    version += 1;
    return { id: 7, version, state: 0, auditState: 0 };
  });
  server().on('/api/services/app/Airspace/Submit', () => refusedAt('申请不能提交', fields));
}
const submit = page.getByRole('button', { name: '提交申请' });
const answer = css('.cw-save-answer .ant-alert-error');

test('an airspace whose submission is refused is stored, says why at its field, and is saved again', async () => {
  refuseSubmission({ entryExit: '进出方法须写明高度' });
  const screen = await openForm();
  await field('remark').fill('一');
  await submit.click();
  await seen(answer.getByText('申请不能提交'));
  // An error at a field is listed by the form alone, and its field has the cursor.
  await seen(css('.plan-form .ant-alert-error li').getByText('进出方法须写明高度'));
  expect(answer.element().textContent).not.toContain('进出方法须写明高度');
  await expect.poll(() => document.activeElement?.id).toBe('field_entryExit');
  await field('remark').fill('二');
  await control('s');
  await expect.poll(() => screen.at().pathname).toBe('/situation/detailsAir');
  const saves = server().asked.filter(({ path }) => path.endsWith('/Airspace/Save'));
  // The second save goes on from what the first has stored.
  expect(saves.map(({ body }) => body)).toMatchObject([
    { id: 7, version: 1, remark: '一' },
    { id: 7, version: 2, remark: '二' },
  ]);
});

test('a refusal that names no field is scrolled into view', async () => {
  refuseSubmission({});
  await openForm();
  const main = await found('main#content');
  main.scrollTo(0, main.scrollHeight);
  await expect.poll(() => main.scrollTop).toBeGreaterThan(200);
  await submit.click();
  await seen(answer.getByText('申请不能提交'));
  await expect.poll(() => answer.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
});

describe('an airspace that is filed late', () => {
  beforeEach(() => {
    server().call('Airspace', 'CheckErrors', () =>
      airspaceCheck({
        findings: [
          finding({ code: 'late', message: '已过申请时限' }),
          finding({ level: 'warning', code: 'overlap', message: '与空域 ZUR9 重叠' }),
        ],
        submitBy: '2031-05-01T07:00:00.000Z',
      }),
    );
  });

  test('has its limit in the form of an application', async () => {
    stored({ state: 0, auditState: 0 }, 'edit');
    await openForm();
    await seen(css('.plan-findings li[data-code=late]'));
    await seen(page.getByText(/最迟提交/));
  });

  test('has none once it is approved and changed', async () => {
    stored({ state: 1, auditState: 2 }, 'change');
    await openForm();
    await seen(css('.plan-findings li[data-code=overlap]'));
    expect(css('.plan-findings li[data-code=late]').elements()).toHaveLength(0);
    expect(page.getByText(/最迟提交/).elements()).toHaveLength(0);
  });
});

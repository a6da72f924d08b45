import type { Locale } from '#domain/text/label.ts';
import accountEn from './account.en.json' with { type: 'json' };
import accountZh from './account.zh-Hans.json' with { type: 'json' };
import actionEn from './action.en.json' with { type: 'json' };
import actionZh from './action.zh-Hans.json' with { type: 'json' };
import adminEn from './admin.en.json' with { type: 'json' };
import adminZh from './admin.zh-Hans.json' with { type: 'json' };
import airspaceEn from './airspace.en.json' with { type: 'json' };
import airspaceZh from './airspace.zh-Hans.json' with { type: 'json' };
import alertsEn from './alerts.en.json' with { type: 'json' };
import alertsZh from './alerts.zh-Hans.json' with { type: 'json' };
import approvalEn from './approval.en.json' with { type: 'json' };
import approvalZh from './approval.zh-Hans.json' with { type: 'json' };
import auditEn from './audit.en.json' with { type: 'json' };
import auditZh from './audit.zh-Hans.json' with { type: 'json' };
import boardEn from './board.en.json' with { type: 'json' };
import boardZh from './board.zh-Hans.json' with { type: 'json' };
import filesEn from './files.en.json' with { type: 'json' };
import filesZh from './files.zh-Hans.json' with { type: 'json' };
import flowEn from './flow.en.json' with { type: 'json' };
import flowZh from './flow.zh-Hans.json' with { type: 'json' };
import formEn from './form.en.json' with { type: 'json' };
import formZh from './form.zh-Hans.json' with { type: 'json' };
import globeEn from './globe.en.json' with { type: 'json' };
import globeZh from './globe.zh-Hans.json' with { type: 'json' };
import listEn from './list.en.json' with { type: 'json' };
import listZh from './list.zh-Hans.json' with { type: 'json' };
import mapEn from './map.en.json' with { type: 'json' };
import mapZh from './map.zh-Hans.json' with { type: 'json' };
import matrixEn from './matrix.en.json' with { type: 'json' };
import matrixZh from './matrix.zh-Hans.json' with { type: 'json' };
import messagesEn from './messages.en.json' with { type: 'json' };
import messagesZh from './messages.zh-Hans.json' with { type: 'json' };
import noticesEn from './notices.en.json' with { type: 'json' };
import noticesZh from './notices.zh-Hans.json' with { type: 'json' };
import paletteEn from './palette.en.json' with { type: 'json' };
import paletteZh from './palette.zh-Hans.json' with { type: 'json' };
import planEn from './plan.en.json' with { type: 'json' };
import planZh from './plan.zh-Hans.json' with { type: 'json' };
import playbackEn from './playback.en.json' with { type: 'json' };
import playbackZh from './playback.zh-Hans.json' with { type: 'json' };
import registerEn from './register.en.json' with { type: 'json' };
import registerZh from './register.zh-Hans.json' with { type: 'json' };
import reportEn from './report.en.json' with { type: 'json' };
import reportZh from './report.zh-Hans.json' with { type: 'json' };
import schemaEn from './schema.en.json' with { type: 'json' };
import schemaZh from './schema.zh-Hans.json' with { type: 'json' };
import shellEn from './shell.en.json' with { type: 'json' };
import shellZh from './shell.zh-Hans.json' with { type: 'json' };
import showEn from './show.en.json' with { type: 'json' };
import showZh from './show.zh-Hans.json' with { type: 'json' };
import sourcesEn from './sources.en.json' with { type: 'json' };
import sourcesZh from './sources.zh-Hans.json' with { type: 'json' };
import standingEn from './standing.en.json' with { type: 'json' };
import standingZh from './standing.zh-Hans.json' with { type: 'json' };
import stripsEn from './strips.en.json' with { type: 'json' };
import stripsZh from './strips.zh-Hans.json' with { type: 'json' };
import tokensEn from './tokens.en.json' with { type: 'json' };
import tokensZh from './tokens.zh-Hans.json' with { type: 'json' };
import transferEn from './transfer.en.json' with { type: 'json' };
import transferZh from './transfer.zh-Hans.json' with { type: 'json' };
import watchEn from './watch.en.json' with { type: 'json' };
import watchZh from './watch.zh-Hans.json' with { type: 'json' };
import webhooksEn from './webhooks.en.json' with { type: 'json' };
import webhooksZh from './webhooks.zh-Hans.json' with { type: 'json' };

/** Texts of the screens: one pair of files an area, flat keys that begin with the area's name. */
export const webTexts: Record<Locale, Record<string, string>> = {
  'zh-Hans': {
    ...accountZh,
    ...actionZh,
    ...adminZh,
    ...airspaceZh,
    ...alertsZh,
    ...approvalZh,
    ...auditZh,
    ...boardZh,
    ...flowZh,
    ...schemaZh,
    ...shellZh,
    ...showZh,
    ...sourcesZh,
    ...standingZh,
    ...stripsZh,
    ...transferZh,
    ...mapZh,
    ...matrixZh,
    ...listZh,
    ...formZh,
    ...globeZh,
    ...planZh,
    ...playbackZh,
    ...registerZh,
    ...reportZh,
    ...paletteZh,
    ...messagesZh,
    ...noticesZh,
    ...filesZh,
    ...tokensZh,
    ...watchZh,
    ...webhooksZh,
  },
  en: {
    ...accountEn,
    ...actionEn,
    ...adminEn,
    ...airspaceEn,
    ...alertsEn,
    ...approvalEn,
    ...auditEn,
    ...boardEn,
    ...flowEn,
    ...schemaEn,
    ...shellEn,
    ...showEn,
    ...sourcesEn,
    ...standingEn,
    ...stripsEn,
    ...transferEn,
    ...mapEn,
    ...matrixEn,
    ...listEn,
    ...formEn,
    ...globeEn,
    ...planEn,
    ...playbackEn,
    ...registerEn,
    ...reportEn,
    ...paletteEn,
    ...messagesEn,
    ...noticesEn,
    ...filesEn,
    ...tokensEn,
    ...watchEn,
    ...webhooksEn,
  },
};

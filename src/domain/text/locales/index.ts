import type { Locale } from '#domain/text/label.ts';
import abpEn from './abp.en.json' with { type: 'json' };
import abpZh from './abp.zh-Hans.json' with { type: 'json' };
import adminEn from './admin.en.json' with { type: 'json' };
import adminZh from './admin.zh-Hans.json' with { type: 'json' };
import airspaceEn from './airspace.en.json' with { type: 'json' };
import airspaceZh from './airspace.zh-Hans.json' with { type: 'json' };
import alertEn from './alert.en.json' with { type: 'json' };
import alertZh from './alert.zh-Hans.json' with { type: 'json' };
import asterixEn from './asterix.en.json' with { type: 'json' };
import asterixZh from './asterix.zh-Hans.json' with { type: 'json' };
import asterixFieldsEn from './asterix-fields.en.json' with { type: 'json' };
import asterixFieldsZh from './asterix-fields.zh-Hans.json' with { type: 'json' };
import asterixItemsEn from './asterix-items.en.json' with { type: 'json' };
import asterixItemsZh from './asterix-items.zh-Hans.json' with { type: 'json' };
import auditEn from './audit.en.json' with { type: 'json' };
import auditZh from './audit.zh-Hans.json' with { type: 'json' };
import backupEn from './backup.en.json' with { type: 'json' };
import backupZh from './backup.zh-Hans.json' with { type: 'json' };
import briefingEn from './briefing.en.json' with { type: 'json' };
import briefingZh from './briefing.zh-Hans.json' with { type: 'json' };
import { addTexts } from './catalogue.ts';
import channelsEn from './channels.en.json' with { type: 'json' };
import channelsZh from './channels.zh-Hans.json' with { type: 'json' };
import commonEn from './common.en.json' with { type: 'json' };
import commonZh from './common.zh-Hans.json' with { type: 'json' };
import configurationEn from './configuration.en.json' with { type: 'json' };
import configurationZh from './configuration.zh-Hans.json' with { type: 'json' };
import coordinationEn from './coordination.en.json' with { type: 'json' };
import coordinationZh from './coordination.zh-Hans.json' with { type: 'json' };
import dashboardEn from './dashboard.en.json' with { type: 'json' };
import dashboardZh from './dashboard.zh-Hans.json' with { type: 'json' };
import databaseEn from './database.en.json' with { type: 'json' };
import databaseZh from './database.zh-Hans.json' with { type: 'json' };
import equipmentEn from './equipment.en.json' with { type: 'json' };
import equipmentZh from './equipment.zh-Hans.json' with { type: 'json' };
import evidenceEn from './evidence.en.json' with { type: 'json' };
import evidenceZh from './evidence.zh-Hans.json' with { type: 'json' };
import explainEn from './explain.en.json' with { type: 'json' };
import explainZh from './explain.zh-Hans.json' with { type: 'json' };
import filesEn from './files.en.json' with { type: 'json' };
import filesZh from './files.zh-Hans.json' with { type: 'json' };
import flowEn from './flow.en.json' with { type: 'json' };
import flowZh from './flow.zh-Hans.json' with { type: 'json' };
import formatEn from './format.en.json' with { type: 'json' };
import formatZh from './format.zh-Hans.json' with { type: 'json' };
import governmentEn from './government.en.json' with { type: 'json' };
import governmentZh from './government.zh-Hans.json' with { type: 'json' };
import informationEn from './information.en.json' with { type: 'json' };
import informationZh from './information.zh-Hans.json' with { type: 'json' };
import meetingEn from './meeting.en.json' with { type: 'json' };
import meetingZh from './meeting.zh-Hans.json' with { type: 'json' };
import messageEn from './message.en.json' with { type: 'json' };
import messageZh from './message.zh-Hans.json' with { type: 'json' };
import monitorEn from './monitor.en.json' with { type: 'json' };
import monitorZh from './monitor.zh-Hans.json' with { type: 'json' };
import notamEn from './notam.en.json' with { type: 'json' };
import notamZh from './notam.zh-Hans.json' with { type: 'json' };
import noticeEn from './notice.en.json' with { type: 'json' };
import noticeZh from './notice.zh-Hans.json' with { type: 'json' };
import notificationRuleEn from './notification-rule.en.json' with { type: 'json' };
import notificationRuleZh from './notification-rule.zh-Hans.json' with { type: 'json' };
import permissionEn from './permission.en.json' with { type: 'json' };
import permissionZh from './permission.zh-Hans.json' with { type: 'json' };
import planEn from './plan.en.json' with { type: 'json' };
import planZh from './plan.zh-Hans.json' with { type: 'json' };
import recordsEn from './records.en.json' with { type: 'json' };
import recordsZh from './records.zh-Hans.json' with { type: 'json' };
import registerEn from './register.en.json' with { type: 'json' };
import registerZh from './register.zh-Hans.json' with { type: 'json' };
import reportEn from './report.en.json' with { type: 'json' };
import reportZh from './report.zh-Hans.json' with { type: 'json' };
import schemaEn from './schema.en.json' with { type: 'json' };
import schemaZh from './schema.zh-Hans.json' with { type: 'json' };
import sessionEn from './session.en.json' with { type: 'json' };
import sessionZh from './session.zh-Hans.json' with { type: 'json' };
import shareEn from './share.en.json' with { type: 'json' };
import shareZh from './share.zh-Hans.json' with { type: 'json' };
import startEn from './start.en.json' with { type: 'json' };
import startZh from './start.zh-Hans.json' with { type: 'json' };
import statisticsEn from './statistics.en.json' with { type: 'json' };
import statisticsZh from './statistics.zh-Hans.json' with { type: 'json' };
import tokensEn from './tokens.en.json' with { type: 'json' };
import tokensZh from './tokens.zh-Hans.json' with { type: 'json' };
import trackEn from './track.en.json' with { type: 'json' };
import trackZh from './track.zh-Hans.json' with { type: 'json' };
import transferEn from './transfer.en.json' with { type: 'json' };
import transferZh from './transfer.zh-Hans.json' with { type: 'json' };
import validationEn from './validation.en.json' with { type: 'json' };
import validationZh from './validation.zh-Hans.json' with { type: 'json' };
import viewEn from './view.en.json' with { type: 'json' };
import viewZh from './view.zh-Hans.json' with { type: 'json' };
import watchEn from './watch.en.json' with { type: 'json' };
import watchZh from './watch.zh-Hans.json' with { type: 'json' };
import weatherEn from './weather.en.json' with { type: 'json' };
import weatherZh from './weather.zh-Hans.json' with { type: 'json' };
import webhooksEn from './webhooks.en.json' with { type: 'json' };
import webhooksZh from './webhooks.zh-Hans.json' with { type: 'json' };
import whatIfEn from './what-if.en.json' with { type: 'json' };
import whatIfZh from './what-if.zh-Hans.json' with { type: 'json' };

/** Texts that both ends say: one pair of files an area, flat keys that begin with the area's name. */
export const sharedTexts: Record<Locale, Record<string, string>> = {
  'zh-Hans': {
    ...backupZh,
    ...briefingZh,
    ...channelsZh,
    ...commonZh,
    ...configurationZh,
    ...coordinationZh,
    ...abpZh,
    ...adminZh,
    ...airspaceZh,
    ...alertZh,
    ...asterixZh,
    ...asterixFieldsZh,
    ...asterixItemsZh,
    ...trackZh,
    ...formatZh,
    ...governmentZh,
    ...validationZh,
    ...recordsZh,
    ...registerZh,
    ...reportZh,
    ...dashboardZh,
    ...databaseZh,
    ...startZh,
    ...statisticsZh,
    ...schemaZh,
    ...sessionZh,
    ...shareZh,
    ...flowZh,
    ...auditZh,
    ...equipmentZh,
    ...evidenceZh,
    ...explainZh,
    ...informationZh,
    ...meetingZh,
    ...messageZh,
    ...monitorZh,
    ...notamZh,
    ...noticeZh,
    ...notificationRuleZh,
    ...permissionZh,
    ...planZh,
    ...viewZh,
    ...filesZh,
    ...tokensZh,
    ...watchZh,
    ...weatherZh,
    ...webhooksZh,
    ...whatIfZh,
    ...transferZh,
  },
  en: {
    ...backupEn,
    ...briefingEn,
    ...channelsEn,
    ...commonEn,
    ...configurationEn,
    ...coordinationEn,
    ...abpEn,
    ...adminEn,
    ...airspaceEn,
    ...alertEn,
    ...asterixEn,
    ...asterixFieldsEn,
    ...asterixItemsEn,
    ...trackEn,
    ...formatEn,
    ...governmentEn,
    ...validationEn,
    ...recordsEn,
    ...registerEn,
    ...reportEn,
    ...dashboardEn,
    ...databaseEn,
    ...startEn,
    ...statisticsEn,
    ...schemaEn,
    ...sessionEn,
    ...shareEn,
    ...flowEn,
    ...auditEn,
    ...equipmentEn,
    ...evidenceEn,
    ...explainEn,
    ...informationEn,
    ...meetingEn,
    ...messageEn,
    ...monitorEn,
    ...notamEn,
    ...noticeEn,
    ...notificationRuleEn,
    ...permissionEn,
    ...planEn,
    ...viewEn,
    ...filesEn,
    ...tokensEn,
    ...watchEn,
    ...weatherEn,
    ...webhooksEn,
    ...whatIfEn,
    ...transferEn,
  },
};

addTexts('zh-Hans', sharedTexts['zh-Hans']);
addTexts('en', sharedTexts.en);

// Generated from the files of this folder by `npx tsx scripts/generate-types.ts`. Do not edit.
import { recordSchema } from '#domain/record/record-schema.ts';
import aircraftType from './aircraft-type.json' with { type: 'json' };
import aircraft from './aircraft.json' with { type: 'json' };
import airport from './airport.json' with { type: 'json' };
import airspaceEvent from './airspace-event.json' with { type: 'json' };
import airspaceTemplate from './airspace-template.json' with { type: 'json' };
import airspaceVersion from './airspace-version.json' with { type: 'json' };
import airspace from './airspace.json' with { type: 'json' };
import airway from './airway.json' with { type: 'json' };
import apiToken from './api-token.json' with { type: 'json' };
import approval from './approval.json' with { type: 'json' };
import attachment from './attachment.json' with { type: 'json' };
import bindCode from './bind-code.json' with { type: 'json' };
import briefing from './briefing.json' with { type: 'json' };
import channelDelivery from './channel-delivery.json' with { type: 'json' };
import channelSetting from './channel-setting.json' with { type: 'json' };
import company from './company.json' with { type: 'json' };
import configurationTransfer from './configuration-transfer.json' with { type: 'json' };
import dashboard from './dashboard.json' with { type: 'json' };
import detour from './detour.json' with { type: 'json' };
import dictionaryItem from './dictionary-item.json' with { type: 'json' };
import dictionary from './dictionary.json' with { type: 'json' };
import documentArticle from './document-article.json' with { type: 'json' };
import encounter from './encounter.json' with { type: 'json' };
import errorLog from './error-log.json' with { type: 'json' };
import feedback from './feedback.json' with { type: 'json' };
import flightOrder from './flight-order.json' with { type: 'json' };
import flightStatus from './flight-status.json' with { type: 'json' };
import flowConfig from './flow-config.json' with { type: 'json' };
import flowInstance from './flow-instance.json' with { type: 'json' };
import flowVersion from './flow-version.json' with { type: 'json' };
import governmentDocument from './government-document.json' with { type: 'json' };
import holiday from './holiday.json' with { type: 'json' };
import importJob from './import-job.json' with { type: 'json' };
import informationMessage from './information-message.json' with { type: 'json' };
import informationSource from './information-source.json' with { type: 'json' };
import jobTask from './job-task.json' with { type: 'json' };
import loginAttempt from './login-attempt.json' with { type: 'json' };
import meetingMinutes from './meeting-minutes.json' with { type: 'json' };
import meetingPerson from './meeting-person.json' with { type: 'json' };
import meetingTask from './meeting-task.json' with { type: 'json' };
import meeting from './meeting.json' with { type: 'json' };
import messageGateway from './message-gateway.json' with { type: 'json' };
import missionType from './mission-type.json' with { type: 'json' };
import monitorAlarm from './monitor-alarm.json' with { type: 'json' };
import monitorThreshold from './monitor-threshold.json' with { type: 'json' };
import navigationPoint from './navigation-point.json' with { type: 'json' };
import notam from './notam.json' with { type: 'json' };
import noticeAcknowledgement from './notice-acknowledgement.json' with { type: 'json' };
import notice from './notice.json' with { type: 'json' };
import notificationRule from './notification-rule.json' with { type: 'json' };
import obstacle from './obstacle.json' with { type: 'json' };
import operateRecord from './operate-record.json' with { type: 'json' };
import organizationUnit from './organization-unit.json' with { type: 'json' };
import parameter from './parameter.json' with { type: 'json' };
import phoneCode from './phone-code.json' with { type: 'json' };
import pilot from './pilot.json' with { type: 'json' };
import planMessage from './plan-message.json' with { type: 'json' };
import plan from './plan.json' with { type: 'json' };
import pushSubscription from './push-subscription.json' with { type: 'json' };
import quarantine from './quarantine.json' with { type: 'json' };
import registration from './registration.json' with { type: 'json' };
import reminder from './reminder.json' with { type: 'json' };
import reportProposal from './report-proposal.json' with { type: 'json' };
import reportResult from './report-result.json' with { type: 'json' };
import reportSubscription from './report-subscription.json' with { type: 'json' };
import role from './role.json' with { type: 'json' };
import savedView from './saved-view.json' with { type: 'json' };
import schemaOverlay from './schema-overlay.json' with { type: 'json' };
import session from './session.json' with { type: 'json' };
import shareLink from './share-link.json' with { type: 'json' };
import shareOpening from './share-opening.json' with { type: 'json' };
import staticPage from './static-page.json' with { type: 'json' };
import surveillanceSource from './surveillance-source.json' with { type: 'json' };
import takeoffLandingPoint from './takeoff-landing-point.json' with { type: 'json' };
import temporaryRoute from './temporary-route.json' with { type: 'json' };
import trackCorrelation from './track-correlation.json' with { type: 'json' };
import updateLog from './update-log.json' with { type: 'json' };
import userPreference from './user-preference.json' with { type: 'json' };
import user from './user.json' with { type: 'json' };
import watchDuty from './watch-duty.json' with { type: 'json' };
import watchHandover from './watch-handover.json' with { type: 'json' };
import watchLogEntry from './watch-log-entry.json' with { type: 'json' };
import watchPosition from './watch-position.json' with { type: 'json' };
import weatherReport from './weather-report.json' with { type: 'json' };
import webhookDelivery from './webhook-delivery.json' with { type: 'json' };
import webhook from './webhook.json' with { type: 'json' };
import whatIf from './what-if.json' with { type: 'json' };

/** Every file of schemas/, by its `$id`. */
export const schemas = {
  aircraftType: recordSchema(aircraftType),
  aircraft: recordSchema(aircraft),
  airport: recordSchema(airport),
  airspaceEvent: recordSchema(airspaceEvent),
  airspaceTemplate: recordSchema(airspaceTemplate),
  airspaceVersion: recordSchema(airspaceVersion),
  airspace: recordSchema(airspace),
  airway: recordSchema(airway),
  apiToken: recordSchema(apiToken),
  approval: recordSchema(approval),
  attachment: recordSchema(attachment),
  bindCode: recordSchema(bindCode),
  briefing: recordSchema(briefing),
  channelDelivery: recordSchema(channelDelivery),
  channelSetting: recordSchema(channelSetting),
  company: recordSchema(company),
  configurationTransfer: recordSchema(configurationTransfer),
  dashboard: recordSchema(dashboard),
  detour: recordSchema(detour),
  dictionaryItem: recordSchema(dictionaryItem),
  dictionary: recordSchema(dictionary),
  documentArticle: recordSchema(documentArticle),
  encounter: recordSchema(encounter),
  errorLog: recordSchema(errorLog),
  feedback: recordSchema(feedback),
  flightOrder: recordSchema(flightOrder),
  flightStatus: recordSchema(flightStatus),
  flowConfig: recordSchema(flowConfig),
  flowInstance: recordSchema(flowInstance),
  flowVersion: recordSchema(flowVersion),
  governmentDocument: recordSchema(governmentDocument),
  holiday: recordSchema(holiday),
  importJob: recordSchema(importJob),
  informationMessage: recordSchema(informationMessage),
  informationSource: recordSchema(informationSource),
  jobTask: recordSchema(jobTask),
  loginAttempt: recordSchema(loginAttempt),
  meetingMinutes: recordSchema(meetingMinutes),
  meetingPerson: recordSchema(meetingPerson),
  meetingTask: recordSchema(meetingTask),
  meeting: recordSchema(meeting),
  messageGateway: recordSchema(messageGateway),
  missionType: recordSchema(missionType),
  monitorAlarm: recordSchema(monitorAlarm),
  monitorThreshold: recordSchema(monitorThreshold),
  navigationPoint: recordSchema(navigationPoint),
  notam: recordSchema(notam),
  noticeAcknowledgement: recordSchema(noticeAcknowledgement),
  notice: recordSchema(notice),
  notificationRule: recordSchema(notificationRule),
  obstacle: recordSchema(obstacle),
  operateRecord: recordSchema(operateRecord),
  organizationUnit: recordSchema(organizationUnit),
  parameter: recordSchema(parameter),
  phoneCode: recordSchema(phoneCode),
  pilot: recordSchema(pilot),
  planMessage: recordSchema(planMessage),
  plan: recordSchema(plan),
  pushSubscription: recordSchema(pushSubscription),
  quarantine: recordSchema(quarantine),
  registration: recordSchema(registration),
  reminder: recordSchema(reminder),
  reportProposal: recordSchema(reportProposal),
  reportResult: recordSchema(reportResult),
  reportSubscription: recordSchema(reportSubscription),
  role: recordSchema(role),
  savedView: recordSchema(savedView),
  schemaOverlay: recordSchema(schemaOverlay),
  session: recordSchema(session),
  shareLink: recordSchema(shareLink),
  shareOpening: recordSchema(shareOpening),
  staticPage: recordSchema(staticPage),
  surveillanceSource: recordSchema(surveillanceSource),
  takeoffLandingPoint: recordSchema(takeoffLandingPoint),
  temporaryRoute: recordSchema(temporaryRoute),
  trackCorrelation: recordSchema(trackCorrelation),
  updateLog: recordSchema(updateLog),
  userPreference: recordSchema(userPreference),
  user: recordSchema(user),
  watchDuty: recordSchema(watchDuty),
  watchHandover: recordSchema(watchHandover),
  watchLogEntry: recordSchema(watchLogEntry),
  watchPosition: recordSchema(watchPosition),
  weatherReport: recordSchema(weatherReport),
  webhookDelivery: recordSchema(webhookDelivery),
  webhook: recordSchema(webhook),
  whatIf: recordSchema(whatIf),
};

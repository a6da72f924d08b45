import { recordSchema } from '../src/domain/record-schema.ts';
import aircraft from './aircraft.json' with { type: 'json' };
import aircraftType from './aircraft-type.json' with { type: 'json' };
import airport from './airport.json' with { type: 'json' };
import airspace from './airspace.json' with { type: 'json' };
import airspaceTemplate from './airspace-template.json' with { type: 'json' };
import approval from './approval.json' with { type: 'json' };
import company from './company.json' with { type: 'json' };
import dictionary from './dictionary.json' with { type: 'json' };
import dictionaryItem from './dictionary-item.json' with { type: 'json' };
import feedback from './feedback.json' with { type: 'json' };
import flowConfig from './flow-config.json' with { type: 'json' };
import flowInstance from './flow-instance.json' with { type: 'json' };
import flowVersion from './flow-version.json' with { type: 'json' };
import jobTask from './job-task.json' with { type: 'json' };
import loginAttempt from './login-attempt.json' with { type: 'json' };
import missionType from './mission-type.json' with { type: 'json' };
import notice from './notice.json' with { type: 'json' };
import operateRecord from './operate-record.json' with { type: 'json' };
import organizationUnit from './organization-unit.json' with { type: 'json' };
import parameter from './parameter.json' with { type: 'json' };
import pilot from './pilot.json' with { type: 'json' };
import plan from './plan.json' with { type: 'json' };
import role from './role.json' with { type: 'json' };
import session from './session.json' with { type: 'json' };
import surveillanceSource from './surveillance-source.json' with { type: 'json' };
import takeoffLandingPoint from './takeoff-landing-point.json' with { type: 'json' };
import temporaryRoute from './temporary-route.json' with { type: 'json' };
import updateLog from './update-log.json' with { type: 'json' };
import user from './user.json' with { type: 'json' };

/** Every record type, by the name of its resource. */
export const schemas = {
  aircraft: recordSchema(aircraft),
  aircraftType: recordSchema(aircraftType),
  airport: recordSchema(airport),
  airspace: recordSchema(airspace),
  airspaceTemplate: recordSchema(airspaceTemplate),
  approval: recordSchema(approval),
  company: recordSchema(company),
  dictionary: recordSchema(dictionary),
  dictionaryItem: recordSchema(dictionaryItem),
  feedback: recordSchema(feedback),
  flowConfig: recordSchema(flowConfig),
  flowInstance: recordSchema(flowInstance),
  flowVersion: recordSchema(flowVersion),
  jobTask: recordSchema(jobTask),
  loginAttempt: recordSchema(loginAttempt),
  missionType: recordSchema(missionType),
  notice: recordSchema(notice),
  operateRecord: recordSchema(operateRecord),
  organizationUnit: recordSchema(organizationUnit),
  parameter: recordSchema(parameter),
  pilot: recordSchema(pilot),
  plan: recordSchema(plan),
  role: recordSchema(role),
  session: recordSchema(session),
  surveillanceSource: recordSchema(surveillanceSource),
  takeoffLandingPoint: recordSchema(takeoffLandingPoint),
  temporaryRoute: recordSchema(temporaryRoute),
  updateLog: recordSchema(updateLog),
  user: recordSchema(user),
};

/**
 * Specification §7, the calls of plans: service, verb, name, and what it says that each is sent. Transcribed by hand, as
 * tests/support/specification.ts is: a list that was made from the product would agree with it whatever it does.
 */
const text = {
  Navigation: {
    POST: `GetNAircraft (body); GetHistoryNAircraft (body); DelNAircraft (id); UpdateStateAndRealEta (id, state, realEta, actualNum); ApplyOpenDynamic (id, state, realEtd); EditApplyOpenDynamic (id, state, realEtd); BackApplyOpenDynamic (id); EditUpdateStateAndRealEta; BackUpdateStateAndRealEta (id, actualNum); DoFlyApprove (body); SaveNAircrafts (body); CheckErrors (body); AddNAircraft (body); UpdateNAircraftById (body); BackNAircraft (id); SplitNAircraftById (id); GetNAircraftReport; GetFlyTypeNames; GetFlyTypeNameList; GetFlyTypeNameUnit; NAircraftToUserAirspace (id)`,
    GET: 'GetNAircraftById (id); GetActiveNAircrafts; GetJobTaskById (id); GetFeatureByRoute (Route); GetSettingValue; GetStepNaircraft (nairid); UpdateExceutingNum (id, flightNum)',
  },
  Template: { POST: 'EditTemplate', GET: 'GetTemplate (id)' },
  OperateRecord: { GET: 'GetListById (id)' },
  TomorrowNavigation: {
    POST: 'Page; GetNotFinishNAircraft; DelNAircraft (id); DoSubmitApproveNAircraftTomorrow',
    GET: 'GetJobTaskByTomorrowId (id)',
  },
  MessageQuery: { POST: 'Page; RetryMessageQuery; SendMessageQuery' },
};

export interface SpecifiedCall {
  /** `Navigation/GetNAircraft` */
  name: string;
  verb: 'GET' | 'POST';
  /** Named fields that it is sent; empty where the specification says "body" or nothing. */
  takes: string[];
}

/** `Name (a, b); Other` as calls. */
export function callsIn(service: string, verb: 'GET' | 'POST', list: string): SpecifiedCall[] {
  return list.split(';').map((one) => {
    const [, name = '', given = ''] = /^\s*(\w+)(?:\s*\(([^)]*)\))?\s*$/.exec(one) ?? [];
    const takes = given === 'body' || given === '' ? [] : given.split(',').map((field) => field.trim());
    return { name: `${service}/${name}`, verb, takes };
  });
}

export const specifiedPlanCalls: SpecifiedCall[] = Object.entries(text).flatMap(([service, verbs]) =>
  Object.entries(verbs).flatMap(([verb, list]) => callsIn(service, verb === 'GET' ? 'GET' : 'POST', list)),
);

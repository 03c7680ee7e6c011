import { request } from './request/feature';
import { token } from './token/feature';
import { webhook } from './webhook/feature';

/** The one list of features. In this order people read what they have let in. */
export const features = [webhook, token, request];

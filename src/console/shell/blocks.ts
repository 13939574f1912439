/** Renders blocks that several screens use: facts, tabs, an empty state. */
import { type Html, html } from '../../http/index.ts'

type Fact = readonly [name: string, value: Html | string]

/** Renders names and values as a definition list. */
export const renderFacts = (id: string, facts: readonly Fact[]): Html =>
  html`<dl class="facts" id="${id}">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`

interface Tab {
  readonly id: string
  readonly label: string
  readonly path: string
}

/** Renders links that look like tabs. Each leads to a separate page. `label` names the navigation. */
export const renderTabs = (id: string, label: string, tabs: readonly Tab[], current: string): Html =>
  html`<nav id="${id}" aria-label="${label}"><ul class="nav nav-tabs mb-3">
${tabs.map((tab) => html`<li class="nav-item"><a class="nav-link" id="${id}-${tab.id}" href="${tab.path}"${tab.id === current ? html` aria-current="page"` : ''}>${tab.label}</a></li>\n`)}</ul></nav>`

/** Renders the placeholder of an empty list. `hint` describes how entries get into the list. */
export const renderEmpty = (id: string, title: string, hint: Html | string): Html =>
  html`<div class="empty" id="${id}"><p class="h5">${title}</p><p>${hint}</p></div>`

#!/bin/sh
# Writes the configuration of Alertmanager from ALERT_CONTACT, then starts it:
#   https://hooks.slack.com/…                                  a channel of Slack
#   https://alerts.example.org/hook                            any webhook
#   smtp://user:password@mail.example.org:587/ops@example.org  an e-mail address, by that server
set -eu
umask 077
file=${ALERTMANAGER_FILE:-/tmp/alertmanager.yml}
quoted() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"; }
case "${ALERT_CONTACT:-}" in
  https://hooks.slack.com/*)
    receiver="slack_configs: [{ api_url: $(quoted "$ALERT_CONTACT"), send_resolved: true, title: '{{ .CommonLabels.alertname }}', text: '{{ range .Alerts }}{{ .Annotations.summary }} {{ .Annotations.runbook }} {{ end }}' }]"
    ;;
  http://*|https://*)
    receiver="webhook_configs: [{ url: $(quoted "$ALERT_CONTACT"), send_resolved: true }]"
    ;;
  smtp://*:*@*:*/*@*)
    rest=${ALERT_CONTACT#smtp://}
    to=${rest##*/}
    rest=${rest%/*}
    server=${rest##*@}
    login=${rest%@*}
    receiver="email_configs: [{ to: $(quoted "$to"), from: $(quoted "$to"), smarthost: $(quoted "$server"), auth_username: $(quoted "${login%%:*}"), auth_password: $(quoted "${login#*:}"), send_resolved: true }]"
    ;;
  *)
    echo "ALERT_CONTACT is neither an http or https address nor smtp://user:password@server:port/address" >&2
    exit 1
    ;;
esac
cat >"$file" <<YAML
route:
  receiver: operator
  group_by: [alertname]
  group_wait: ${ALERT_GROUP_WAIT:-30s}
  repeat_interval: 4h
  routes:
    - matchers: [severity="ticket"]
      receiver: operator
      repeat_interval: 24h
receivers:
  - name: operator
    $receiver
YAML
exec "${ALERTMANAGER:-/bin/alertmanager}" --config.file="$file" "$@"

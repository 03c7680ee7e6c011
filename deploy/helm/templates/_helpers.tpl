{{- define "slipway.name" -}}
{{- contains .Chart.Name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "slipway.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "slipway.labels" -}}
{{ include "slipway.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "slipway.check" -}}
{{- if and (gt (int .Values.replicas) 1) .Values.persistence.enabled }}
{{- fail "Several replicas share a database and a bucket, not a volume: set persistence.enabled=false" }}
{{- end }}
{{- if not .Values.persistence.enabled }}
{{- if not .Values.existingSecret }}
{{- fail "Without a volume, existingSecret must name a Secret with DATABASE_URL, AUTH_SECRET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY" }}
{{- end }}
{{- if or (ne (.Values.settings.STORAGE | default "") "s3") (not .Values.settings.S3_BUCKET) }}
{{- fail "Without a volume, files need a bucket: set settings.STORAGE=s3 and settings.S3_BUCKET" }}
{{- end }}
{{- end }}
{{- end }}

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

{{- define "slipway.isShared" -}}
{{- if or (gt (int .Values.replicas) 1) (not .Values.persistence.enabled) }}true{{ end }}
{{- end }}

{{- define "slipway.check" -}}
{{- if not .Values.baseUrl }}
{{- fail "Set baseUrl to the address that people use, such as https://files.example.org" }}
{{- end }}
{{- if and (gt (int .Values.replicas) 1) .Values.persistence.enabled (not .Values.persistence.existingClaim) }}
{{- fail "Several replicas share a database and their files: set persistence.enabled=false for a bucket, or persistence.existingClaim to a claim that is ReadWriteMany" }}
{{- end }}
{{- if and (include "slipway.isShared" .) (not .Values.existingSecret) }}
{{- fail "Several replicas, and one without a volume, need an existingSecret with DATABASE_URL and AUTH_SECRET (and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY for a bucket)" }}
{{- end }}
{{- if and (not .Values.persistence.enabled) (or (ne (.Values.settings.STORAGE | default "") "s3") (not .Values.settings.S3_BUCKET)) }}
{{- fail "Without a volume, files need a bucket: set settings.STORAGE=s3 and settings.S3_BUCKET" }}
{{- end }}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) }}
{{- fail "httpRoute.parentRefs must name the Gateway" }}
{{- end }}
{{- end }}
